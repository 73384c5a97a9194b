import MapModel
import PlaceNames
import RowValues
import Rows
import Streams

/// A table whose rows have places by the codes of cells or by the numbers of a grid, each by itself, with columns that say
/// where they are and how sure that is.
struct CodedTable: PlaceAddingTable {
    let base: any RowTable
    /// What says where a row is.
    let key: CodedKey
    let columnNames: [String]

    init(base: any RowTable, key: CodedKey) {
        (self.base, self.key) = (base, key)
        columnNames = AddedPlaceColumns.besideAdded(base.columnNames) + AddedPlaceColumns.names
    }

    func place(of row: SourceRow) -> KnownPlace? { key.place(of: row) }

    func appendBehind(
        _ slots: [(builder: Int, column: Int)], to builders: inout [ColumnBuilder], isCancelled: () -> Bool
    ) throws(SourceError) {
        for start in stride(from: 0, to: recordCount, by: Self.batch) {
            if isCancelled() { throw .cancelled }
            let rows = (start..<min(start + Self.batch, recordCount)).map { UInt32($0) }
            try base.visitRows(rows) { row in
                let values = AddedPlaceColumns.values(of: place(of: row))
                for slot in slots { builders[slot.builder].append(values[slot.column].text) }
            }
        }
    }

    private static let batch = 4_096
}

/// What says where the rows of a coded table are.
enum CodedKey: Sendable, Equatable {
    /// The code of a cell or square: its middle.
    case code(PlaceCode)
    /// The columns of a zone of UTM, an easting and a northing, and of the side of the equator where it has one; whether the
    /// letters of zones are bands.
    case grid([Int], hasBands: Bool)

    /// Where a row is; nil where its values say nothing.
    func place(of row: SourceRow) -> KnownPlace? {
        switch self {
        case .grid(let columns, let hasBands):
            return GridPlace.place(columns.map { row.text(of: $0) }, hasBands: hasBands)
        case .code(let code):
            return code.codes.place(row.text(of: code.column))
        }
    }
}

extension CodeColumn {
    /// The place of a code; nil for one that is not valid.
    func place(_ code: String) -> KnownPlace? {
        var code = code
        guard let area = try? code.withUTF8({ try area(of: $0) }) else { return nil }
        return KnownPlace(
            coordinate: FixedCoordinate(area.middle), match: area.isArea ? .area : .exact, name: "",
            country: "")
    }
}

/// The place of a zone of UTM, an easting and a northing in columns of their own.
enum GridPlace {
    /// The letter of a side of the equator, N or S, or of a band; nil for another word.
    static func letter(of side: String) -> UInt8? {
        let word = side.lowercased()
        if ["north", "northern", "nord", "norte"].contains(word) { return UInt8(ascii: "N") }
        if ["south", "southern", "süd", "sud", "sur", "sul"].contains(word) { return UInt8(ascii: "S") }
        guard word.utf8.count == 1, let letter = word.utf8.first, (0x63...0x78).contains(letter) else {
            return nil
        }
        return letter & 0xDF
    }

    /// The digits of a number: no easting and no northing of a zone has a decimal mark behind three of them.
    private static func metres(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        for mark in [UInt8(ascii: "."), UInt8(ascii: ",")] {
            guard let number = ValueText.groupedNumber(bytes, decimalMark: mark), number >= 1_000 else {
                continue
            }
            return Array(String(number).utf8)
        }
        return bytes
    }

    static func place(_ values: [String], hasBands: Bool) -> KnownPlace? {
        guard (3...4).contains(values.count) else { return nil }
        var texts = [Array(values[0].utf8)] + values[1...2].map(metres)
        if values.count == 4 {
            guard let letter = letter(of: values[3]) else { return nil }
            texts[0].append(letter)
        }
        let position = texts[0].withUnsafeBufferPointer { zone in
            texts[1].withUnsafeBufferPointer { easting in
                texts[2].withUnsafeBufferPointer { northing in
                    try? UTMPosition(
                        zone: zone, easting: easting, northing: northing, sIsBand: hasBands)
                }
            }
        }
        guard let position else { return nil }
        return KnownPlace(
            coordinate: FixedCoordinate(position.coordinate), match: .exact, name: "", country: "")
    }
}
