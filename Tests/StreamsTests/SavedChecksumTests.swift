import TestSupport
import Testing

@testable import Streams

@Suite struct SavedChecksumTests {
    @Test(arguments: [0, 1, 8, 63, 64, 65, 200]) func anyChangedBitChangesIt(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let checksum = SavedChecksum.of(bytes)
        for bit in 0..<count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(SavedChecksum.of(changed) != checksum, "bit \(bit)")
        }
    }

    @Test func lengthAndOrderCount() {
        #expect(Set((0..<200).map { SavedChecksum.of([UInt8](repeating: 0, count: $0)) }).count == 200)
        let words = (0..<32).map { UInt64($0) }
        let checksum = words.withUnsafeBytes { SavedChecksum.of($0) }
        for (first, second) in [(0, 1), (0, 8), (7, 31)] {
            var swapped = words
            swapped.swapAt(first, second)
            #expect(swapped.withUnsafeBytes { SavedChecksum.of($0) } != checksum)
        }
    }

    @Test func doesNotDependOnWhereTheBytesAre() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let checksum = SavedChecksum.of(bytes)
        for shift in 1..<9 {
            let moved = [UInt8](repeating: 1, count: shift) + bytes
            let found = moved.withUnsafeBytes {
                SavedChecksum.of(UnsafeRawBufferPointer(rebasing: $0[shift...]))
            }
            #expect(found == checksum)
        }
    }
}
