import CTerminalGuard
import Glibc
import Testing

/// What a session frees goes back to the system.
@Suite struct MemoryPoolsTests {
    @Test func largeBlocksStayOutsideThePoolsAfterALargerOneWasFreed() throws {
        guard_set_up_memory()
        // From the first of these on glibc would keep blocks of up to 24 MB in its pools.
        for _ in 0..<3 { free(malloc(24 << 20)) }
        let blocks = (0..<300).map { _ in malloc(2 << 20) }
        defer { blocks.forEach { free($0) } }
        // The first may fill what tests before this one left in the pools.
        for block in try blocks.suffix(100).map({ try #require($0) }) {
            // glibc keeps the size before the block; its second bit says that the system gave the block.
            #expect((block - 8).load(as: UInt.self) & 2 != 0)
        }
    }
}
