import MapModel
import RowValues
import TestSupport

@testable import DataSets
@testable import DatabaseSources
@testable import FileSources
@testable import Rows

/// Delimited files, whose rows are in memory.
struct CSVContract: ContractEngine {
    private static let files = "two files"

    let isAvailable = true
    let differences = Set<ContractDifference>.ofRowsInMemory.union([.blankNamesAreNone])

    // MARK: - Places

    let layouts = ["file", files]

    func places(_ layout: String) throws -> ContractSource {
        let rows = ContractRows.shared.values(literal) { $0.map { "\($0)" } ?? "" }
        let halves = [0, 1].map { half in rows.enumerated().filter { $0.offset % 2 == half }.map(\.element) }
        let parts = layout == Self.files ? halves : [rows]
        var contract = try source(
            of: parts.map { [["id", "name", "lat", "lon"]] + $0 }, ColumnOptions())
        contract.tree = ContractRows.shared.treeWithTurned
        contract.misplacedCount = ContractRows.misplaced.count - ContractRows.turnedCount
        return contract
    }

    // MARK: - Tables

    /// A file has no types: a column is what its values are.
    let valueTypes = Array(repeating: "", count: 8)
    let misfits = ["NULL", "x", "NULL", "NULL", "never", "never", "perhaps", "perhaps"]
    let types = (id: "", text: "", double: "")

    func quoted(_ name: String) -> String { literal(name) }
    func literal(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
    func value(_ text: String, _ type: String) -> String { literal(text) }

    func table(
        _ name: String, columns: [(name: String, type: String)], rows: [[String]], options: ColumnOptions
    ) throws -> ContractSource {
        let values = rows.map { $0.map { $0 == "NULL" || $0 == "''" ? "" : $0 } }
        return try source(of: [[columns.map { quoted($0.name) }] + values], options)
    }

    private func source(
        of tables: [[[String]]], _ options: ColumnOptions
    ) throws -> ContractSource {
        let folder = try ScratchFolder()
        let paths = try tables.enumerated().map { number, rows in
            try folder.file(
                "\(number).csv", rows.map { $0.joined(separator: ",") + "\n" }.joined())
        }
        let loaders = paths.map { CSVLoader(path: $0, options: CSVOptions(columns: options)) }
        let loader: any SourceLoader = loaders.count == 1 ? loaders[0] : LayeredLoader(loaders: loaders)
        return ContractSource(
            source: LoadedLayer(LoadedDataSet(loader: loader), paths: paths), kept: folder)
    }
}
