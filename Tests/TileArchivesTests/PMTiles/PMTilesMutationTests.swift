import TestSupport
import Testing

@testable import RowTestSupport
@testable import TileArchives

@Suite struct PMTilesMutationTests {
    private static let seeds = [
        PMTilesWriter(PMTilesArchiveTests.allTiles, leafSize: 3).bytes,
        PMTilesWriter(PMTilesArchiveTests.allTiles, leafSize: 3, packing: .gzip).bytes,
        PMTilesWriter(PMTilesArchiveTests.allTiles, packing: .zstd).bytes,
    ]

    @Test(arguments: 0..<20) func mutationsDoNotTrap(chunk: UInt64) {
        var (opened, refused, read, failed) = (0, 0, 0, 0)
        for seed in chunk * 100..<(chunk + 1) * 100 {
            var random = SeededRandom(seed)
            let bytes = Self.seeds[Int(seed % 3)].mutated(&random, upTo: 500)
            do {
                let archive = try PMTilesArchive(bytes: bytes)
                opened += 1
                for id in PMTilesArchiveTests.allTiles.keys {
                    let message = sourceMessage { try archive.tile(id, isCancelled: { false }) }
                    #expect(message.map(isOneLine) ?? true, "seed \(seed)")
                    if message == nil { read += 1 } else { failed += 1 }
                }
            } catch {
                #expect(isOneLine("\(error)"), "seed \(seed)")
                refused += 1
            }
        }
        // Mutations that change nothing, or everything, would test nothing.
        #expect(opened > 5 && refused > 5 && read > 100 && failed > 10, "\((opened, refused, read, failed))")
    }
}
