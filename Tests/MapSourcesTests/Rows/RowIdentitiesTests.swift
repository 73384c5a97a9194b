import TestSupport
import Testing

@testable import MapSources

@Suite struct RowIdentitiesTests {
    private func identities(_ text: String) throws -> RowIdentities {
        let file = try TemporaryFile(text)
        return try withExtendedLifetime(file) { try RowIdentities(of: try file.load().table) }
    }

    @Test func rowsAreKnownByTheirIdentifiers() throws {
        let before = try identities("id,lat,lon\na,1,1\nb,2,2\nc,3,3\n")
        let after = try identities("id,lat,lon\nc,3,4\nd,5,5\nb,2,2\n")
        let changes = before.changes(to: after, following: [0, 1, 2])
        #expect(changes.added == 1 && changes.removed == 1)
        #expect(changes.moved == [1: 2, 2: 0])
    }

    @Test func withoutIdentifiersRowsAreKnownByAllTheirValues() throws {
        let before = try identities("name,lat,lon\nx,1,1\nx,1,1\ny,2,2\n")
        let after = try identities("name,lat,lon\ny,2,2\nx,1,1\nx,9,9\n")
        let changes = before.changes(to: after, following: [0, 1, 2])
        #expect(changes.added == 1 && changes.removed == 1)
        #expect(changes.moved[2] == 0 && changes.moved[0] == 1)
    }

    @Test(arguments: 0..<30) func countsAreThoseOfTheMultisets(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        func some() -> [UInt64] { (0..<random.number(0...40)).map { _ in UInt64(random.number(0...20)) } }
        let (before, after) = (some(), some())
        var rest = before
        for hash in after { if let index = rest.firstIndex(of: hash) { rest.remove(at: index) } }
        let common = before.count - rest.count
        let changes = RowIdentities(hashes: before).changes(
            to: RowIdentities(hashes: after), following: before.indices.map { UInt32($0) })
        #expect(changes.removed == rest.count && changes.added == after.count - common)
        for (old, new) in changes.moved { #expect(before[Int(old)] == after[Int(new)]) }
        for row in before.indices {
            #expect((changes.moved[UInt32(row)] != nil) == after.contains(before[row]))
        }
    }

    /// The reader of delimited text hashes bytes; other tables hash values: each must tell the same rows apart.
    @Test func quotedRowsAreToldApart() throws {
        let one = try identities("name,lat,lon\n\"a,b\",1,1\na,b,1\n\"c\nd\",2,2\n")
        #expect(Set(one.hashes).count == 3)
    }
}
