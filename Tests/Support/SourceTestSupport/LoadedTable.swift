import Testing

@testable import FileSources
@testable import MapModel
@testable import RowValues
@testable import Rows
@testable import Streams

/// A source whose table is known to be a delimited file.
struct LoadedTable {
    let source: LoadedSource
    let table: DelimitedTable

    var points: PointBuffer { source.points }
    var shapes: ShapeBuffer { source.shapes }
    var skipped: SkippedRows { source.skipped }
    var notices: [String] { source.notices }

    init(_ source: LoadedSource) throws {
        self.source = source
        table = try #require(source.table as? DelimitedTable)
    }
}

/// One record as it stands in the file.
struct DelimitedRecord {
    let line: Int
    let bytes: [UInt8]
    let fields: [String]
}

extension DelimitedTable {
    func record(_ row: UInt32) throws -> DelimitedRecord {
        var found: DelimitedRecord?
        try visitBytes([row]) { place, content in
            let bytes = content.bytes(place.range)
            let fields = RecordFields.split(bytes, dialect: dialect).map {
                String(decoding: $0, as: UTF8.self)
            }
            found = DelimitedRecord(line: place.line, bytes: bytes, fields: fields)
        }
        return try #require(found)
    }
}
