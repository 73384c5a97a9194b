import MapModel
import RowValues
import SQLiteFiles

/// The statements that find the rows in some boxes, in SQL.
///
/// Boxes are slightly larger than requested, since places are rounded to 1e-7 degrees, and repeated a turn to
/// the west and to the east, since longitudes up to ±540 are accepted.
struct SQLiteBoxQuery {
    /// A statement, and the values that it is run with, one run after another.
    struct Step {
        var sql: String
        var runs: [[SQLiteValue]]
        /// What stands before the names of the relation's columns.
        var qualifier = ""
        /// Whether it has a WHERE that ends it.
        var hasCondition = true
    }

    let layout: SQLiteLayout
    let access: SQLiteAccess
    /// Nil for all rows.
    var filter: FilterCondition?
    /// The types of the columns that the filter names.
    var kinds: [Int: ColumnKind] = [:]

    private static let margin = 1e-7
    private static let longitudeLimit = 540.0

    /// The statements for the places in `boxes`, each with west ≤ east and all with the same latitudes; nil
    /// for all places. A row may be returned more than once.
    func steps(for boxes: [GeoBounds]?) -> [Step] {
        let steps = allSteps(for: boxes)
        guard let filter else { return steps }
        return steps.map { $0.filtered(by: filter, layout.relation, kinds) }
    }

    private func allSteps(for boxes: [GeoBounds]?) -> [Step] {
        guard let boxes, let first = boxes.first else { return [scan] }
        let latitudes = Self.widened(first.south, first.north)
        let longitudes = boxes.flatMap { box in
            [-360.0, 0, 360].map { Self.widened(box.west + $0, box.east + $0) }
        }.filter { $0.lowerBound <= Self.longitudeLimit && $0.upperBound >= -Self.longitudeLimit }
        switch access {
        case .index(let name, let leadsWithLatitude):
            return leadsWithLatitude
                ? ranges(name, lead: \.latitude, [latitudes], other: \.longitude, longitudes)
                : ranges(name, lead: \.longitude, longitudes, other: \.latitude, [latitudes])
        case .boxes(let index): return [joined(index, latitudes, longitudes)]
        case .ownBoxes: return [ownBoxes(latitudes, longitudes)]
        case .scan: return [scan]
        }
    }

    private static func widened(_ low: Double, _ high: Double) -> ClosedRange<Double> {
        low - margin...max(high, low) + margin
    }

    private var selected: String {
        let relation = layout.relation
        return (relation.keyColumns + layout.coordinates.columns.map(relation.quotedColumn)).joined(
            separator: ", ")
    }

    private var scan: Step {
        Step(sql: "SELECT \(selected) FROM \(layout.from)", runs: [[]], hasCondition: false)
    }

    // MARK: an index on columns

    private struct Axes {
        let latitude: String
        let longitude: String
    }

    private var axes: Axes {
        guard case .pair(let latitude, let longitude) = layout.coordinates else {
            preconditionFailure("an index on columns is of two columns")
        }
        return Axes(
            latitude: layout.relation.quotedColumn(latitude),
            longitude: layout.relation.quotedColumn(longitude))
    }

    /// Numbers sort before all text: values in another notation come after '' in the index.
    private func ranges(
        _ index: String, lead: KeyPath<Axes, String>, _ leads: [ClosedRange<Double>],
        other: KeyPath<Axes, String>, _ others: [ClosedRange<Double>]
    ) -> [Step] {
        let lead = axes[keyPath: lead]
        let other = axes[keyPath: other]
        let head =
            "SELECT \(selected) FROM \(layout.from) INDEXED BY \(SQLiteValue.identifier(index)) WHERE \(lead)"
        let inside = others.indices.map { "\(other) BETWEEN ?\(2 * $0 + 3) AND ?\(2 * $0 + 4)" }
        let sql = "\(head) BETWEEN ?1 AND ?2 AND (\(inside.joined(separator: " OR ")) OR \(other) >= '')"
        return [
            Step(sql: sql, runs: leads.map { Self.bounds([$0] + others) }),
            Step(sql: "\(head) >= ''", runs: [[]]),
        ]
    }

    private static func bounds(_ ranges: [ClosedRange<Double>]) -> [SQLiteValue] {
        ranges.flatMap { [.real($0.lowerBound), .real($0.upperBound)] }
    }

    // MARK: R*Trees

    private func joined(
        _ index: SQLiteBoxIndex, _ latitudes: ClosedRange<Double>, _ longitudes: [ClosedRange<Double>]
    ) -> Step {
        let relation = layout.relation
        let key = relation.keyColumns[0]
        let columns = index.columns.map { "r.\(SQLiteValue.identifier($0))" }
        let east = index.isLongitudeFirst ? 1 : 3
        let north = index.isLongitudeFirst ? 3 : 1
        let values = ([key] + layout.coordinates.columns.map(relation.quotedColumn)).map { "t.\($0)" }
        return Step(
            sql: """
                SELECT \(values.joined(separator: ", ")) FROM \(SQLiteValue.identifier(index.name)) AS r \
                CROSS JOIN \(layout.from) AS t ON t.\(key) = \(columns[0]) \
                WHERE \(Self.meets(columns[east], columns[east + 1], columns[north], columns[north + 1]))
                """,
            runs: longitudes.map { Self.bounds([$0, latitudes]) }, qualifier: "t.")
    }

    private func ownBoxes(_ latitudes: ClosedRange<Double>, _ longitudes: [ClosedRange<Double>]) -> Step {
        let columns = layout.coordinates.columns.map(layout.relation.quotedColumn)
        return Step(
            sql: "SELECT \(selected) FROM \(layout.from) WHERE "
                + Self.meets(columns[0], columns[1], columns[2], columns[3]),
            runs: longitudes.map { Self.bounds([$0, latitudes]) })
    }

    private static func meets(_ west: String, _ east: String, _ south: String, _ north: String) -> String {
        "\(east) >= ?1 AND \(west) <= ?2 AND \(north) >= ?3 AND \(south) <= ?4"
    }
}

extension SQLiteBoxQuery.Step {
    /// The same for the rows that match.
    fileprivate func filtered(
        by condition: FilterCondition, _ relation: SQLiteRelation, _ kinds: [Int: ColumnKind]
    ) -> Self {
        let filter = SQLiteFilter(
            condition, relation, kinds: kinds, qualifier: qualifier,
            firstNumber: (runs.first?.count ?? 0) + 1)
        var step = self
        step.sql += " \(hasCondition ? "AND" : "WHERE") \(filter.sql)"
        step.runs = runs.map { $0 + filter.values }
        return step
    }
}
