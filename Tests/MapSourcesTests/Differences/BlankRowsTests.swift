import TestSupport
import Testing

@testable import DataSets
@testable import MapSources
@testable import Rows

@Suite struct BlankRowsTests {
    private static func lines(_ count: Int, damaged: [Int]) -> String {
        (0..<count).map { row in
            damaged.contains(row)
                ? #"{"id":"x\#(row)","name":"#
                : #"{"id":"s\#(row)","name":"N \#(row)","lat":4\#(row % 9).5,"lon":\#(row)}"#
        }.map { $0 + "\n" }.joined()
    }

    /// A damaged record is no reason against the key of all others.
    @Test(arguments: [([], [10, 20]), ([10, 20], []), ([3, 10], [10, 20]), ([], [7]), ([7], [7])])
    func recordsThatCannotBeReadHideNoKey(old: [Int], new: [Int]) throws {
        for options in [DifferenceOptions(), .key("id")] {
            let files = try ComparedFiles(
                Self.lines(40, damaged: old), Self.lines(40, damaged: new), options, oldKind: "ndjson",
                newKind: "ndjson")
            let (difference, both) = (files.difference, Set(old).union(new).count)
            #expect(difference.key == ["id"])
            #expect(difference.counts[.unchanged] >= 40 - both && difference.addsUp)
            #expect(difference.counts[.changed] == 0 && difference.counts[.moved] == 0)
            let expected = [("OLD", old.count), ("NEW", new.count)].filter { $0.1 > 0 }.map {
                "\($1 == 1 ? "1 row" : "\($1) rows") of \($0) without a compared value (unreadable?)"
            }
            #expect(expected.allSatisfy(difference.notices.contains), "\(difference.notices)")
            #expect(!difference.notices.contains { $0.contains("duplicate") })
        }
    }

    /// Rows whose key is empty, but which say something, do.
    @Test func rowsWithoutAKeyAreNotBlank() throws {
        func lines(_ last: String) -> String {
            Self.lines(40, damaged: []) + #"{"id":null,"name":"\#(last)","lat":5,"lon":6}"# + "\n"
        }
        let files = try ComparedFiles(lines("A"), lines("B"), oldKind: "ndjson", newKind: "ndjson")
        #expect(files.difference.key != ["id"] && files.difference.addsUp)
        #expect(!files.difference.notices.contains { $0.contains("without a compared value") })
    }
}
