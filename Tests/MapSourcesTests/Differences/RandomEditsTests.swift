import TestSupport
import Testing

@testable import DataSets
@testable import MapSources
@testable import Rows

/// Random edits of random tables are found, and nothing else.
@Suite struct RandomEditsTests {
    @Test(arguments: UInt64(1)...80)
    func editsAreFoundByKey(seed: UInt64) throws {
        let table = RandomTable(seed: seed, rows: 60)
        let files = try ComparedFiles(table.csv(table.old), table.csv(table.new))
        #expect(files.difference.key == ["id"])
        #expect(try files.changes(by: "id") == table.byText)
        #expect(files.difference.addsUp)
        #expect(files.source.points.count == files.table.recordCount)
    }

    @Test(arguments: UInt64(1)...12)
    func otherFormsAreNoEdits(seed: UInt64) throws {
        let table = RandomTable(seed: seed, rows: 50)
        let files = try ComparedFiles(table.csv(table.old), table.otherCSV(table.new))
        #expect(try files.changes(by: "ID") == table.byText.mapValues(Self.capitalized))
    }

    @Test(arguments: UInt64(1)...12)
    func otherFormatsAreNoEdits(seed: UInt64) throws {
        let table = RandomTable(seed: seed, rows: 50)
        let there = try ComparedFiles(table.csv(table.old), table.geoJSON(table.new), newKind: "geojson")
        #expect(try there.changes(by: "id") == table.byText)
        let back = try ComparedFiles(table.geoJSON(table.new), table.csv(table.old), oldKind: "geojson")
        let turned = table.byText.mapValues { $0 == "added" ? "removed" : $0 == "removed" ? "added" : $0 }
        #expect(try back.changes(by: "id") == turned)
    }

    @Test(arguments: UInt64(1)...12)
    func rowsWithoutAKeyFindTheirPartners(seed: UInt64) throws {
        let table = RandomTable(seed: seed, rows: 250)
        let files = try ComparedFiles(
            table.csv(table.old, withIDs: false), table.csv(table.new, withIDs: false), .noKey)
        let difference = files.difference
        var wrong = 0
        for (row, edited) in table.new.enumerated() {
            let partner = difference.oldRow(of: UInt32(row)).map { table.old[Int($0)].id }
            let expected = table.edits[edited.id] == "added" ? nil : edited.id
            if partner != expected { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(difference.key.isEmpty && difference.addsUp)
    }

    /// Columns are called as the new file calls them.
    private static func capitalized(_ words: String) -> String {
        words.split(separator: " ").map { $0 == "people" || $0 == "kind" ? $0.capitalized : String($0) }
            .joined(separator: " ")
    }
}

extension RandomTable {
    /// What became of each row, by its number as a text.
    fileprivate var byText: [String: String] {
        Dictionary(uniqueKeysWithValues: edits.map { (String($0.key), $0.value) })
    }
}
