import Testing

@testable import TileArchives

@Suite struct LeafCacheTests {
    private func directory(_ count: Int) throws -> PMTilesDirectory {
        try PMTilesDirectory(PMTilesWriter.directory((0..<count).map { ($0, $0 == 0 ? 0 : nil, 1, 1) }))
    }

    @Test func directoriesThatWereNotUsedForLongestAreDropped() throws {
        let directory = try directory(100)
        let cache = LeafCache(byteLimit: 3 * directory.byteCount)
        for start in 0..<3 { cache.keep(directory, at: start..<start + 1) }
        _ = cache.directory(at: 0..<1)
        cache.keep(directory, at: 3..<4)
        let isKept = (0..<4).map { cache.directory(at: $0..<$0 + 1) != nil }
        #expect(isKept == [true, false, true, true])
        #expect(cache.byteCount == 3 * directory.byteCount)
    }

    @Test func manySmallOnesAreLimitedByTheirNumber() throws {
        let cache = LeafCache()
        let directory = try directory(1)
        for start in 0..<1_000 { cache.keep(directory, at: start..<start + 1) }
        #expect(cache.byteCount == 256 * directory.byteCount)
    }

    @Test func oneThatExceedsTheLimitIsNotKept() throws {
        let (small, large) = (try directory(10), try directory(100))
        let cache = LeafCache(byteLimit: large.byteCount - 1)
        cache.keep(small, at: 0..<1)
        cache.keep(large, at: 1..<2)
        #expect(cache.directory(at: 0..<1) == small && cache.directory(at: 1..<2) == nil)
    }

    @Test func aPlaceIsCountedOnce() throws {
        let directory = try directory(10)
        let cache = LeafCache()
        for _ in 0..<2 { cache.keep(directory, at: 0..<1) }
        #expect(cache.byteCount == directory.byteCount)
    }
}
