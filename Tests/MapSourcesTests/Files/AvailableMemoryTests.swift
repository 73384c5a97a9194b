import Testing

@testable import Streams

@Suite struct AvailableMemoryTests {
    @Test func tooFewAddressesAreRefusedInOneLine() {
        #expect(
            AvailableMemory.missing(addressLimit: 48 << 20)
                == "address space limit too low: 48 MB (expected 64; run ulimit -v 65536 first)")
        #expect(AvailableMemory.missing(addressLimit: 64 << 20) == nil)
    }
}
