import RowValues
import Rows
import MapModel
import Streams
import Synchronization

@testable import DatabaseSources
@testable import FileSources

extension FuzzTarget {
    /// What database engines and the programs of GDAL answer to our questions.
    static let answers: [String: Reader] = [
        "engine": { bytes in
            let source = EngineSource(AnyAnswers(bytes))
            for question in questions { _ = try? question(source) }
            for row in UInt32(0)..<3 { try? source.table.visitRows([row]) { _ in } }
            _ = try? source.table.rowLabels([0, 1])
        },
        "gdal": { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            for line in text.split(separator: "\n") {
                guard let layer = GDALLayer(line) else { continue }
                guard !layer.name.isEmpty else { fatalError("a layer without a name") }
            }
            _ = GDALLayerInfo(text)
        },
    ]

    private static let columns = [
        EngineColumn(name: "name", type: "String", kind: .text, fieldKind: .text, sql: "name"),
        EngineColumn(name: "size", type: "Double", kind: .number, fieldKind: .number, sql: "size"),
        EngineColumn(name: "opened", type: "Date", kind: .time, fieldKind: .text, sql: "opened"),
    ]

    fileprivate static let layout = EngineLayout(
        title: "places", relation: "places", columns: columns, x: "lon", y: "lat", key: [columns[0]],
        roles: ColumnRoles(label: 0, id: 0, searched: [0]), reasons: [], notices: [])

    private static let questions: [@Sendable (EngineSource) throws -> Void] = [
        { _ = try $0.open(isCancelled: { false }) },
        { _ = try $0.answer(view(limit: 20, measures: nil), isCancelled: { false }) },
        { _ = try $0.answer(view(limit: 1, measures: nil), isCancelled: { false }) },
        { source in
            let measures = RowMeasures(classes: ["size > 3", "size <= 3"], number: .column(1))
            for limit in [1, 20] {
                _ = try source.answer(view(limit: limit, measures: measures), isCancelled: { false })
            }
        },
        { source in
            let center = Coordinate(latitude: 10, longitude: 179.9)
            for radius in [nil, 50_000.0] {
                let question = NearbyQuestion(center: center, radiusMeters: radius, limit: 3)
                _ = try source.near(question, isCancelled: { false })
            }
        },
        { _ = try $0.matches("a", limit: 5, isCancelled: { false }) },
        { _ = try $0.matchCount("a", isCancelled: { false }) },
        { source in
            let found = try source.members(of: [.world], after: nil, limit: 5, isCancelled: { false })
            guard let last = found.matches.last?.row else { return }
            _ = try source.members(of: [.world], after: last, limit: 5, isCancelled: { false })
        },
        { source in
            for column in columns.indices {
                _ = try source.frequentValues(of: column, limit: 5, isCancelled: { false })
                _ = try source.distribution(of: column, quantileCount: 4, isCancelled: { false })
            }
        },
        { _ = try $0.summarizeColumns(in: [.world], listing: 5, isCancelled: { false }) },
        { _ = try $0.rowCounts(matching: ["size > 3"], isCancelled: { false }) },
    ]

    private static func view(limit: Int, measures: RowMeasures?) -> ViewportQuestion {
        ViewportQuestion(
            window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: limit, measures: measures)
    }
}

/// An engine whose answers are the lines of some bytes, one after the other and around: values stand between tabs, `~` is
/// NULL, an empty line ends an answer.
private final class AnyAnswers: SQLEngine {
    let name = "fuzz"
    let dialect: any SQLDialect = DuckDBDialect()
    private let answers: [[[String?]]]
    private let next = Mutex(0)

    init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        answers = lines.split(omittingEmptySubsequences: false) { $0.isEmpty }.map { lines in
            lines.map { line in
                line.split(separator: 0x09, omittingEmptySubsequences: false)
                    .map { Array($0) == [0x7E] ? nil : String(decoding: $0, as: UTF8.self) }
            }
        }
    }

    func layout(isCancelled: () -> Bool) throws(SourceError) -> EngineLayout { FuzzTarget.layout }

    func run(
        _ sql: String, columnCount: Int, lane: EngineLane, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        let number = next.withLock { next in
            next += 1
            return next - 1
        }
        var rows = SQLRows(columns: (0..<columnCount).map { .init(name: "\($0)") })
        guard !answers.isEmpty, columnCount > 0 else { return rows }
        for row in answers[number % answers.count] where !row.isEmpty {
            rows.append((0..<columnCount).map { row[$0 % row.count] })
        }
        return rows
    }

    func plan(of sql: String, isCancelled: () -> Bool) throws(SourceError) -> [String] { [] }
    func wake() {}
    func close() {}
}
