import MapModel
import PlaceNames
import RowValues
import Rows
import Streams

/// The sections of tables that are placed by names, codes and keys, beside those of the table that they wrap.
enum SavedPlaces {
    static let layout = SavedSource.firstWrapperSection
    static let codes = layout + 1

    /// What wraps the table, as it begins the layout.
    enum Wrapper: UInt8 {
        case names, code, grid
    }

    /// The table as it was saved around `base`, which is returned where its rows have coordinates.
    ///
    /// - Throws: `.damaged` for what cannot have been saved.
    static func table(_ base: any RowTable, _ saved: SavedFile) throws(SavedFault) -> any RowTable {
        guard saved.contains(layout) else {
            guard base.placeRoles == nil else { throw .damaged }
            return base
        }
        let numbers = saved.contains(codes) ? try saved.numbers(codes, of: UInt32.self) : []
        return try table(base, layout: try saved.bytes(layout), codes: numbers)
    }

    /// The table that wraps `base`, by its sections.
    static func table(
        _ base: any RowTable, layout: [UInt8], codes: [UInt32]
    ) throws(SavedFault) -> any RowTable {
        var reader = ByteReader(layout)
        switch reader.byte().flatMap(Wrapper.init) {
        case .names: return try PlacedTable(base, codes, &reader)
        case .code:
            guard let code = PlaceCode(&reader, columnCount: base.columnNames.count), reader.isAtEnd else {
                throw .damaged
            }
            return CodedTable(base: base, key: .code(code))
        case .grid:
            guard let grid = reader.columns(below: base.columnNames.count), grid.count == 3,
                let hasBands = reader.byte(), hasBands < 2, reader.isAtEnd
            else { throw .damaged }
            return CodedTable(base: base, key: .grid(grid, hasBands: hasBands == 1))
        case nil: throw .damaged
        }
    }
}

extension PlacedTable: SavableTable {
    /// Nil where the table below cannot be saved, or where the user has chosen places: these are of this run alone.
    var savedByteCount: Int? {
        guard !hasChosenPlaces, let base = (base as? any SavableTable)?.savedByteCount else { return nil }
        return base + codes.count * 4
            + places.reduce(4_096) { $0 + 32 + ($1.map { $0.name.utf8.count + $0.country.utf8.count } ?? 0) }
    }

    /// Writes the table below, the combination of each row, and what each means.
    func save(to file: inout SavedFileWriter) throws(SavedFault) {
        guard let base = base as? any SavableTable else { throw .noRoom }
        try base.save(to: &file)
        try file.write(SavedPlaces.codes, codes)
        try file.write(SavedPlaces.layout, savedLayout)
    }

    /// What each combination means.
    var savedLayout: [UInt8] {
        var writer = ByteWriter()
        writer.append(SavedPlaces.Wrapper.names.rawValue)
        writer.append(UInt64(places.count))
        for place in places {
            guard let place else {
                writer.append(UInt8.max)
                continue
            }
            writer.append(place.match.rawValue)
            writer.append(place.coordinate)
            writer.append(place.name)
            writer.append(place.country)
        }
        return writer.bytes
    }

    /// The table as it was saved, after the byte that says so.
    fileprivate init(
        _ base: any RowTable, _ codes: [UInt32], _ reader: inout ByteReader
    ) throws(SavedFault) {
        guard let count = reader.uint64() else { throw .damaged }
        var places: [KnownPlace?] = []
        for _ in 0..<count {
            guard let match = reader.byte() else { throw .damaged }
            if match == .max {
                places.append(nil)
                continue
            }
            guard let match = PlaceMatch(rawValue: match), let coordinate = reader.fixedCoordinate(),
                let name = reader.text(), let country = reader.text()
            else { throw .damaged }
            places.append(KnownPlace(coordinate: coordinate, match: match, name: name, country: country))
        }
        guard reader.isAtEnd, codes.count == base.recordCount,
            codes.allSatisfy({ $0 < count || $0 == CombinationCodes.none })
        else { throw .damaged }
        self.init(base: base, codes: codes, places: places, hasChosenPlaces: false)
    }
}

extension CodedTable: SavableTable {
    /// Nil where the table below cannot be saved.
    var savedByteCount: Int? { (base as? any SavableTable)?.savedByteCount.map { $0 + 4_096 } }

    /// Writes the table below, and the columns that say where rows are.
    func save(to file: inout SavedFileWriter) throws(SavedFault) {
        guard let base = base as? any SavableTable else { throw .noRoom }
        try base.save(to: &file)
        try file.write(SavedPlaces.layout, savedLayout)
    }

    /// The columns that say where rows are.
    var savedLayout: [UInt8] {
        var writer = ByteWriter()
        switch key {
        case .code(let code):
            writer.append(SavedPlaces.Wrapper.code.rawValue)
            code.append(to: &writer)
        case .grid(let columns, let hasBands):
            writer.append(SavedPlaces.Wrapper.grid.rawValue)
            writer.append(columns: columns)
            writer.append(UInt8(hasBands ? 1 : 0))
        }
        return writer.bytes
    }
}

extension PlaceCode {
    /// Appends what `init(_:columnCount:)` reads.
    fileprivate func append(to writer: inout ByteWriter) {
        writer.append(columns: [column])
        writer.append(codes.notation.rawValue)
        writer.append(columns: codes.levels)
        for flag in [codes.hasShortCodes, codes.sIsBand] { writer.append(UInt8(flag ? 1 : 0)) }
    }

    /// The code that was appended; nil for what cannot have been.
    fileprivate init?(_ reader: inout ByteReader, columnCount: Int) {
        guard let column = reader.columns(below: columnCount)?.first,
            let notation = reader.text().flatMap({ CodeNotation(rawValue: $0) }),
            let levels = reader.columns(below: 256), let isShort = reader.byte(), isShort < 2,
            let isBand = reader.byte(), isBand < 2
        else { return nil }
        self.init(
            column: column,
            codes: CodeColumn(
                notation, levels: levels, hasShortCodes: isShort == 1, sIsBand: isBand == 1))
    }
}

extension ByteWriter {
    fileprivate mutating func append(columns: [Int]) {
        append(UInt64(columns.count))
        for column in columns { append(UInt64(column)) }
    }
}

extension ByteReader {
    /// Small numbers that were appended together.
    fileprivate mutating func columns(below limit: Int) -> [Int]? {
        guard let count = uint64(), count <= 256 else { return nil }
        var columns: [Int] = []
        for _ in 0..<count {
            guard let column = uint64(), column < limit else { return nil }
            columns.append(column)
        }
        return columns
    }
}
