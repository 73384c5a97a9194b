import TestSupport
import Testing

@testable import DataSets
@testable import MapSources

/// Columns whose values mean the same in another form.
@Suite struct ColumnMeaningTests {
    private static func csv(_ values: [String]) -> String {
        "ref;latitude;longitude;value\n" + values.enumerated().map { "r\($0)x;\($0);1;\($1)\n" }.joined()
    }

    private static func changed(_ old: [String], _ new: [String]) throws -> Int {
        try ComparedFiles(csv(old), csv(new), .key("ref")).difference.counts[.changed]
    }

    /// Numbers of 32 bits are written with few digits by some programs and with all by others.
    @Test func numbersOf32BitsAreThoseOf64InEitherFile() throws {
        let short = ["0.1", "0.2", "3.3"]
        let long = ["0.10000000149011612", "0.20000000298023224", "3.299999952316284"]
        #expect(try Self.changed(short, long) == 0 && Self.changed(long, short) == 0)
        #expect(try Self.changed(["0.1", "0.2", "3.4"], long) == 1)
    }

    @Test(arguments: [
        (["t", "f", "t"], ["1", "0", "1"], 0), (["true", "false", "true"], ["t", "f", "t"], 0),
        (["yes", "no", ""], ["1", "0", ""], 0), (["t", "f", "t"], ["1", "0", "0"], 1),
        (["t", "f", "x"], ["1", "0", "1"], 3), (["2", "0", "1"], ["t", "f", "t"], 3),
    ])
    func truthValuesAreAlike(old: [String], new: [String], changed: Int) throws {
        #expect(try Self.changed(old, new) == changed && Self.changed(new, old) == changed)
    }
}
