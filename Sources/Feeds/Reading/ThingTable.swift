import MapModel
import RowValues
import Rows
import Streams

/// All things so far, a row each.
package struct ThingTable: MovingTable {
    package let name: String
    let things: [HeardThing]
    /// The columns that only some formats have, in the order in which they were met.
    let details: [ThingDetail]
    /// The names of the sources by their numbers.
    let sources: [String]
    /// What is known of the feed besides.
    package let state: FeedState

    package var connectionFaults: [String] { state.connections }
    package var columnNames: [String] { ThingColumn.names + details.map(\.name) }
    package var recordCount: Int { things.count }
    package var coordinateColumns: [Int] { [ThingColumn.latitude.rawValue, ThingColumn.longitude.rawValue] }

    /// The name is shown, the id finds a thing again, words of both and of call signs are searched.
    package var roles: ColumnRoles {
        var searched = [ThingColumn.name.rawValue, ThingColumn.id.rawValue]
        if let place = details.firstIndex(of: .callSign) { searched.append(ThingColumn.names.count + place) }
        return ColumnRoles(
            label: ThingColumn.name.rawValue, id: ThingColumn.id.rawValue, searched: searched)
    }

    package func motion(ofRow row: UInt32) -> ThingMotion? {
        row < things.count ? things[Int(row)].motion : nil
    }

    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        for row in rows {
            guard row < things.count else { throw .noSuchRow(row, file: name) }
            body(SourceRow(row: row, line: nil, values: things[Int(row)].values(details, sources)))
        }
    }

    /// Things whose name is not known are called by their ids.
    package func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] {
        rows.map { row in
            guard row < things.count else { return "" }
            let thing = things[Int(row)]
            return thing.name.isEmpty ? thing.id : thing.name
        }
    }

    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        let hasCallSigns = details.contains(.callSign)
        for thing in things {
            let label = thing.name.isEmpty ? thing.id : thing.name
            builder.append([label, thing.id] + (hasCallSigns ? [thing.callSign] : []))
        }
        progress(builder)
    }

    package func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        things.map { thing in RowIdentities.hash(ofIdentifier: true) { $0.combine(thing.id) } }
    }
}
