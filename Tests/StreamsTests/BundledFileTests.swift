import Foundation
import TestSupport
import Testing

@testable import Streams

/// Files inside the program are read as others are.
@Suite struct BundledFileTests {
    @Test(arguments: ["basemap.tmb", "labels.tsv", "gazetteer.tmg", "airports.csv"])
    func bytesAreThoseOfTheFileThatWasBuiltIn(name: String) throws {
        let built = [UInt8](try Data(contentsOf: URL(filePath: Repository.root + "/data/small/" + name)))
        #expect(try FileBytes.whole("bundled:/" + name, limit: 1 << 26) == built)
    }

    @Test func theyCanBeReadAtAnyPlaceAndAgain() throws {
        let file = try FileBytes(path: "bundled:/airports.csv")
        #expect(file.isSeekable && file.identity.size > 10_000)
        let whole = try FileBytes.whole("bundled:/airports.csv", limit: 1 << 20)
        var bytes = [UInt8](repeating: 0, count: 40)
        for offset in [5_000, 0, 5_000] {
            let count = try bytes.withUnsafeMutableBytes { try file.read(at: offset, into: $0) }
            #expect(count == 40 && bytes == Array(whole[offset..<(offset + 40)]))
        }
    }

    @Test(arguments: ["bundled:/", "bundled:/other", "bundled:/../airports.csv", "bundled:/a\u{0}b"])
    func anotherNameIsMissing(path: String) {
        #expect(throws: FileError(file: path, reason: .noSuchFile)) { try FileBytes(path: path) }
    }
}
