import MapModel
import TestSupport
import Testing

@testable import DataSets
@testable import MapSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import Streams

/// What `--audit` says of rows in memory: it adds up, and fails where a source loses or doubles a row.
@Suite struct AuditTests {
    private static let text = """
        name,lat,lon,kind
        A,10,20,1
        B,,20,1
        C,north,20,2
        D,11,21,
        E,12,22,2

        """

    private func audit(
        _ texts: [String], _ filter: String? = nil, _ options: SourceOptions = SourceOptions()
    ) throws -> RowAudit {
        let files = try texts.map { try TemporaryFile($0) }
        let rows = try SourceOpener(options).open(files.map(\.path), isCancelled: { false }).dataSet
        return try rows.audit(
            try filter.map { try Filter($0, columns: rows.columnNames(RowDemand())) }, RowDemand())
    }

    private func counts(_ part: RowAudit.Part) -> [Int] {
        [part.read, part.shown, part.count(of: .filtered), part.count(of: .skipped)]
    }

    @Test func everyRowHasAReasonAndALine() throws {
        let audit = try audit([Self.text])
        #expect(audit.parts.map(counts) == [[5, 3, 0, 2]] && audit.faults == [])
        #expect(audit.parts[0].others.map(\.firstLines) == [[3], [4]])
    }

    @Test func filesHaveReasonsOfTheirOwn() throws {
        let audit = try audit([Self.text, "lat,lon\n1,2\n95,2\n"])
        #expect(audit.parts.map(counts) == [[5, 3, 0, 2], [2, 1, 0, 1]])
        #expect(counts(audit.total) == [7, 4, 0, 3] && audit.faults == [])
    }

    @Test func rowsThatTheFilterCannotJudgeAreNamed() throws {
        let audit = try audit([Self.text], "kind = 1")
        #expect(audit.parts.map(counts) == [[5, 1, 2, 2]] && audit.faults == [])
        #expect(
            audit.parts[0].others.filter { $0.kind == .filtered }.map(\.words)
                == ["not matching", "without a value that the filter tests"])
    }

    @Test func aTornFileIsAFaultOfItself() throws {
        let packed = Packing.gzip.pack(Array(Self.text.utf8))
        let torn = try TemporaryFile(Array(packed.dropLast(4)))
        let whole = try TemporaryFile(Self.text)
        let rows = try SourceOpener(SourceOptions()).open([torn.path, whole.path], isCancelled: { false })
        let audit = try rows.dataSet.audit(nil, RowDemand())
        #expect(
            audit.parts.map(\.faults) == [["torn: the compressed data ends too early"], []]
                && audit.parts.map(counts).last == [5, 3, 0, 2])
    }

    @Test func aRowThatIsTooLongIsSkipped() throws {
        var options = SourceOptions()
        options.csv.recordLimit = 1 << 10
        options.csv.windowSize = 1 << 9
        let audit = try audit(
            ["name,lat,lon\nA,1,2\nB\(String(repeating: "9", count: 4_000)),1,2\nC,3,4\n"], nil,
            options)
        #expect(audit.parts.map(counts) == [[3, 2, 0, 1]] && audit.faults == [])
    }

    @Test func partsComeInTheOrderOfTheCommandLine() {
        func part(_ name: String) -> RowAudit.Part { RowAudit.Part(name: name, read: 1, shown: 1) }
        let audit = RowAudit(["b.zip/x.csv", "b.zip/y.csv", "a", "a/b.csv", "stdin", "host/table"].map(part))
        let ordered = audit.ordered(by: [["stdin"], ["host"], ["a/b.csv", "a/c.csv"], ["b.zip"], ["a"]])
        #expect(
            ordered.parts.map(\.name) == [
                "stdin", "host/table", "a/b.csv", "b.zip/x.csv", "b.zip/y.csv", "a",
            ])
    }

    @Test func aFileWithoutRowsAddsUp() throws {
        let audit = try audit(["lat,lon\n"])
        #expect(audit.parts.map(counts) == [[0, 0, 0, 0]] && audit.faults == [])
    }

    @Test func replacedRecordsAreCounted() throws {
        var options = SourceOptions()
        options.csv.columns.id = "id"
        let pipe = try NamedPipe()
        pipe.write(Array("id,lat,lon\n1,2,3\n1,3,3\n2,x,3\n3,1,1\n".utf8), piece: 100)
        let rows = try SourceOpener(options).open([pipe.path], isCancelled: { false }).dataSet
        let filter = try Filter("id <> '3'", columns: ["id", "lat", "lon"])
        #expect(try rows.audit(nil, RowDemand()).parts.map(counts) == [[4, 2, 0, 2]])
        let audit = try rows.audit(filter, RowDemand())
        #expect(audit.parts.map(counts) == [[4, 1, 1, 2]] && audit.faults == [])
    }

    /// Ways in which a source may lie about its rows.
    enum Lie: CaseIterable { case lostPlace, placeTooMany, lostReason, lostRow, strangeRow }

    /// A loader that changes what another one read.
    private struct Liar: SourceLoader {
        let base: any SourceLoader
        let lie: Lie
        var name: String { base.name }

        func read(
            isCancelled: () -> Bool, progress: (LoadProgress) -> Void
        ) throws(SourceError) -> LoadedSource {
            var source = try base.read(isCancelled: isCancelled, progress: progress)
            let place = FixedCoordinate(latitudeE7: 1, longitudeE7: 1)
            switch lie {
            case .lostPlace: source.points = source.points.sample(2)
            case .placeTooMany: source.layers[0].placeCount += 1
            case .lostReason: source.layers[0].skipped = SkippedRows()
            case .lostRow: source.table = Shorter(base: source.table)
            case .strangeRow: source.points.append(place, row: 77)
            }
            return source
        }

        func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] { [] }
    }

    /// A table that forgets its last row.
    private struct Shorter: RowTable {
        let base: any RowTable
        var name: String { base.name }
        var columnNames: [String] { base.columnNames }
        var roles: ColumnRoles { base.roles }
        var recordCount: Int { base.recordCount }
        func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
            try base.visitRows(rows.filter { $0 < recordCount - 1 }, body)
        }
        func appendNames(
            to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
            progress: (borrowing NameIndex.Builder) -> Void
        ) throws(SourceError) {}
        func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] { [] }
    }

    @Test(arguments: Lie.allCases) func aSourceThatLiesIsFound(lie: Lie) throws {
        let file = try TemporaryFile(Self.text)
        let opened = try SourceOpener(SourceOptions()).open([file.path], isCancelled: { false })
        let loader = Liar(base: try #require(opened.loader), lie: lie)
        #expect(try LoadedDataSet(loader: loader).audit(nil, RowDemand()).faults != [])
    }

    @Test func tablesOfAnArchiveStayLayersBesideWhatIsNotShown() throws {
        let rows = try SourceOpener(SourceOptions()).open(
            [Repository.root + "/Tests/Corpus/zip/two-tables.zip"], isCancelled: { false })
        let audit = try rows.dataSet.audit(nil, RowDemand())
        #expect(audit.parts.map(\.read) == [12, 12] && audit.faults == [])
        let annotated = AnnotatedLoader(base: try #require(rows.loader), notices: ["more"])
        #expect(try annotated.read(isCancelled: { false }, progress: { _ in }).layers.count == 2)
    }
}
