import CTerminalGuard
import Glibc
import Testing

/// What a session frees goes back to the system.
@Suite struct MemoryPoolsTests {
    @Test func largeBlocksStayOutsideThePoolsAfterALargerOneWasFreed() throws {
        guard_set_up_memory()
        // From the first of these on glibc would keep blocks of up to 24 MB in its pools.
        for _ in 0..<3 { free(malloc(24 << 20)) }
        for _ in 0..<20 {
            let block = try #require(malloc(2 << 20))
            defer { free(block) }
            // glibc keeps the size before the block; its second bit says that the system gave the block.
            #expect((block - 8).load(as: UInt.self) & 2 != 0)
        }
    }
}
