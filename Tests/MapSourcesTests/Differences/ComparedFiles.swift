import Foundation
import TestSupport

@testable import DataSets
@testable import MapSources
@testable import Rows
@testable import Streams

/// Two texts that are compared as files.
struct ComparedFiles {
    let table: DifferenceTable
    let source: LoadedSource

    var difference: RowDifference { table.difference }

    init(
        _ old: String, _ new: String, _ options: DifferenceOptions = DifferenceOptions(),
        oldKind: String = "csv", newKind: String = "csv"
    ) throws {
        let before = try TemporaryFile(Array(old.utf8), extension: oldKind)
        let after = try TemporaryFile(Array(new.utf8), extension: newKind)
        (source, table) = try withExtendedLifetime((before, after)) {
            try Self.compared(before.path, after.path, options)
        }
        files = (before, after)
    }

    /// Values are read from the files again.
    private let files: (TemporaryFile, TemporaryFile)

    static func compared(
        _ old: String, _ new: String, _ options: DifferenceOptions = DifferenceOptions()
    ) throws -> (LoadedSource, DifferenceTable) {
        var reading = SourceOptions()
        // As the program reads sources that are compared.
        reading.csv.keepsHeights = true
        let opener = SourceOpener(reading)
        func loader(_ path: String) throws -> any SourceLoader {
            guard case .loader(let loader, _) = try opener.open([path]) else { throw SourceError.cancelled }
            return loader
        }
        let loader = DifferenceLoader(old: try loader(old), new: try loader(new), options: options)
        let source = try loader.read(isCancelled: { false }, progress: { _ in })
        guard let table = source.table as? DifferenceTable else { throw SourceError.cancelled }
        return (source, table)
    }

    /// Each row's value in a column, with its class and the columns that differ.
    func changes(by column: String) throws -> [String: String] {
        let number = table.columnNames.firstIndex(of: column)
        let (change, changed) = (
            table.columnNames.firstIndex(of: "change"), table.columnNames.firstIndex(of: "changed")
        )
        var found: [String: String] = [:]
        try table.visitRows((0..<UInt32(table.recordCount)).map(\.self)) { row in
            let words = [row.text(of: change), row.text(of: changed)].filter { !$0.isEmpty }
            found[row.text(of: number)] = words.joined(separator: " ")
        }
        return found
    }

    func written(_ format: RowFormat, _ classes: Set<ChangeClass> = Set(ChangeClass.allCases)) throws
        -> String
    {
        let rows = difference.rows(classes)
        var text: [UInt8] = []
        try RowWriter(.rows(format)).write(
            count: rows.count,
            row: { index in
                ExportedRow(
                    row: rows[index],
                    place: table.place(ofRow: rows[index]) ?? .init(latitudeE7: 0, longitudeE7: 0))
            }, of: table
        ) { text += $0 }
        return String(decoding: text, as: UTF8.self)
    }
}

extension DifferenceOptions {
    static func key(_ columns: String...) -> DifferenceOptions {
        var options = DifferenceOptions()
        options.key = .columns(columns)
        return options
    }

    static var noKey: DifferenceOptions {
        var options = DifferenceOptions()
        options.key = .none
        return options
    }
}
