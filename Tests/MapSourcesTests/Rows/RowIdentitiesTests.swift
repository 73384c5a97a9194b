import MapModel
import TestSupport
import Testing

@testable import MapSources
@testable import Rows
@testable import SourceTestSupport

@Suite struct RowIdentitiesTests {
    private func identities(_ text: String) throws -> RowIdentities {
        let file = try TemporaryFile(text)
        return try withExtendedLifetime(file) { try RowIdentities(of: try file.load().table) }
    }

    @Test func rowsAreKnownByTheirIdentifiers() throws {
        let before = try identities("id,lat,lon\na,1,1\nb,2,2\nc,3,3\n")
        let after = try identities("id,lat,lon\nc,3,4\nd,5,5\nb,2,2\n")
        #expect(before.changes(to: after) == (1, 1))
        #expect([0, 1, 2, 3].map { before.row($0, in: after) } == [nil, 2, 0, nil])
    }

    @Test(arguments: ["csv", "ndjson"]) func rowsWithoutAnIdentifierAreKnownByAllTheirValues(format: String)
        throws
    {
        func read(_ rows: [(String, String)]) throws -> RowIdentities {
            guard format == "ndjson" else {
                return try identities("id,lat,lon,n\n" + rows.map { "\($0.0),1,2,\($0.1)\n" }.joined())
            }
            let objects = rows.map { #"{"id":"\#($0.0)","lat":1,"lon":2,"n":"\#($0.1)"}"# + "\n" }.joined()
            let file = try TemporaryFile(Array(objects.utf8), extension: "ndjson")
            let opened = try SourceOpener(SourceOptions()).open([file.path], isCancelled: { false })
            return try withExtendedLifetime(file) {
                try RowIdentities(of: opened.read(isCancelled: { false }).table)
            }
        }
        let before = try read([("1", "B"), ("", "C"), ("", "D")])
        let after = try read([("1", "X"), ("", "D")])
        #expect(before.changes(to: after) == (0, 1))
        #expect([0, 1, 2].map { before.row($0, in: after) } == [0, nil, 1])
    }

    @Test func withoutIdentifiersRowsAreKnownByAllTheirValues() throws {
        let before = try identities("name,lat,lon\nx,1,1\nx,1,1\ny,2,2\n")
        let after = try identities("name,lat,lon\ny,2,2\nx,1,1\nx,9,9\n")
        #expect(before.changes(to: after) == (1, 1))
        #expect(before.row(2, in: after) == 0 && before.row(0, in: after) == 1)
    }

    @Test(arguments: 0..<30) func countsAreThoseOfTheMultisets(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        func some() -> [UInt64] { (0..<random.number(0...40)).map { _ in UInt64(random.number(0...20)) } }
        let (before, after) = (some(), some())
        var rest = before
        for hash in after { if let index = rest.firstIndex(of: hash) { rest.remove(at: index) } }
        let common = before.count - rest.count
        let (old, new) = (RowIdentities(hashes: before), RowIdentities(hashes: after))
        #expect(old.changes(to: new) == (after.count - common, rest.count))
        for row in before.indices {
            let found = old.row(UInt32(row), in: new)
            #expect((found != nil) == after.contains(before[row]))
            if let found { #expect(after[Int(found)] == before[row]) }
        }
    }

    /// Rows keep their identities, no two become one, and none is lost that could be found.
    @Test(arguments: 0..<60) func manyRowsAreFoundTogether(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        let before = (0..<random.number(0...40)).map { _ in UInt64(random.number(0...20)) }
        var after = before
        for _ in 0..<random.number(0...6) {
            let place = random.number(0...after.count)
            switch random.number(0...2) {
            case 0: after.insert(UInt64(random.number(0...20)), at: place)
            case 1 where place < after.count: after.remove(at: place)
            default: after.reverse()
            }
        }
        let (old, new) = (RowIdentities(hashes: before), RowIdentities(hashes: after))
        let all = RowSet(capacity: before.count, containsAll: true)
        #expect(old.rows(all, in: new).count == before.count - old.changes(to: new).removed)
        let some = RowSet(capacity: before.count) { _ in random.number(0...2) == 0 }
        let found = old.rows(some, in: new).rows.map { after[Int($0)] }
        for hash in Set(found) {
            #expect(found.count { $0 == hash } <= some.rows.count { before[Int($0)] == hash })
        }
        for row in some.rows {
            var one = RowSet(capacity: before.count)
            one.insert(row)
            #expect(old.rows(one, in: new).rows.allSatisfy { after[Int($0)] == before[Int(row)] })
        }
    }

    /// The reader of delimited text hashes bytes; other tables hash values: each must distinguish the same rows.
    @Test func quotedRowsAreToldApart() throws {
        let one = try identities("name,lat,lon\n\"a,b\",1,1\na,b,1\n\"c\nd\",2,2\n")
        #expect(Set(one.hashes).count == 3)
    }
}
