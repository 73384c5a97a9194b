/// A cell of H3: a hexagon, or one of the twelve pentagons, of a grid on an icosahedron.
///
/// From the highest bit: 0 · four bits of mode, 1 for cells · three zeros · four bits of resolution · seven
/// bits of base cell · fifteen digits of three bits, of which unused ones are 7.
/// Source: Uber, "H3", h3geo.org (Apache-2.0); Sahr, "Central place indexing", Cartographica 54, 2019.
struct H3Cell: Equatable, Sendable {
    /// The finest resolution.
    static let mostResolution = 15
    /// The mean edge at resolution 0, in metres; it shrinks by √7 a resolution.
    private static let baseEdgeMeters = 1_281_256.0
    private static let digitBits: UInt64 = 1 << 45 - 1

    /// The 64 bits of the cell.
    let index: UInt64

    /// Reads 15 or 16 hexadecimal digits, also after `0x`, or 18 decimal ones.
    init(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) {
        if text.count > 17, let number = CodeBytes.decimal(text) {
            guard 1 << 59 <= number, number < 1 << 60 else { throw .notACode }
            do throws(CodeFault) {
                try self.init(index: number)
            } catch {
                throw error == .notACode && CodeBytes.isRounded(number) ? .lostDigits : error
            }
            return
        }
        var digits = text[...]
        if digits.count > 2, digits[0] == 0x30, digits[1] | 0x20 == UInt8(ascii: "x") {
            digits = digits.dropFirst(2)
        }
        guard 15...16 ~= digits.count, let number = CodeBytes.hexadecimal(digits) else { throw .notACode }
        try self.init(index: number)
    }

    /// Checks the bits.
    init(index: UInt64) throws(CodeFault) {
        self.index = index
        guard index >> 63 == 0, baseCell < H3BaseCell.count else { throw .notACode }
        let mode = index >> 59 & 15
        guard mode == 1 else { throw 2...4 ~= mode ? .notACell : .notACode }
        guard index >> 56 & 7 == 0, hasValidDigits else { throw .notACode }
    }

    /// A cell of bits that are valid.
    init(trusted index: UInt64) { self.index = index }

    /// 0 to 15.
    @inline(__always)
    var resolution: Int { Int(index >> 52 & 15) }

    /// 0 to 121.
    @inline(__always)
    var baseCell: Int { Int(index >> 45 & 127) }

    /// A digit from 0 to 6 of a resolution from 1; its bits are steps along the axes i, j and k.
    @inline(__always)
    func digit(_ resolution: Int) -> Int { Int(index >> UInt64(45 - 3 * resolution) & 7) }

    /// The first digit that is not 0; 0 when all are.
    var leadingDigit: Int {
        let unused = UInt64(3 * (Self.mostResolution - resolution))
        let digits = index & Self.digitBits & ~(1 << unused - 1)
        return digits == 0 ? 0 : digit((digits.leadingZeroBitCount - 19) / 3 + 1)
    }

    /// Used digits below 7, unused ones 7, and no digit towards the missing side of a pentagon.
    private var hasValidDigits: Bool {
        let unused = UInt64(3 * (Self.mostResolution - resolution))
        let unusedBits: UInt64 = 1 << unused - 1
        guard index & unusedBits == unusedBits else { return false }
        // A used digit of 7 has all of its three bits.
        let used = (index & Self.digitBits) >> unused
        let lowBits: UInt64 = 0o111_111_111_111_111
        guard used & used >> 1 & used >> 2 & lowBits == 0 else { return false }
        return !H3BaseCell.isPentagon(baseCell) || leadingDigit != 1
    }

    /// The mean edge at its resolution, in metres.
    var edgeMeters: Double {
        (0..<resolution).reduce(Self.baseEdgeMeters) { edge, _ in edge / 7.0.squareRoot() }
    }

    /// The hexadecimal digits, small.
    var text: String { String(index, radix: 16) }
}
