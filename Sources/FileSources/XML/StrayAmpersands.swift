import Streams

/// How often a filter changed something, for the notice.
final class RepairCount {
    var value = 0
}

/// Writes `&amp;` for each & that does not begin one of XML's own entities: hand-made files have `Fish & Chips`, `&nbsp;`.
///
/// Sections of character data stay as they are.
struct StrayAmpersands: ByteFilter {
    private static let entities = ["amp;", "lt;", "gt;", "quot;", "apos;"].map { Array($0.utf8) }
    private static let sectionStart = Array("<![CDATA[".utf8)
    private static let sectionEnd = Array("]]>".utf8)
    /// An entity, a number among them, is no longer.
    private static let longestEntity = 12

    let count: RepairCount
    private var isInSection = false
    /// Bytes whose meaning depends on those that follow.
    private var open: [UInt8] = []

    init(count: RepairCount) { self.count = count }

    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        let text = open + bytes
        let end = isLast ? text.count : max(0, text.count - Self.longestEntity)
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 64)
        var offset = 0
        while offset < end {
            let byte = text[offset]
            if isInSection {
                if byte == UInt8(ascii: "]"), text[offset...].starts(with: Self.sectionEnd) {
                    isInSection = false
                }
            } else if byte == UInt8(ascii: "<"), text[offset...].starts(with: Self.sectionStart) {
                isInSection = true
            } else if byte == UInt8(ascii: "&"), !Self.isEntity(text[(offset + 1)...]) {
                result += Array("&amp;".utf8)
                count.value += 1
                offset += 1
                continue
            }
            result.append(byte)
            offset += 1
        }
        open = Array(text[offset...])
        return result
    }

    private static func isEntity(_ text: ArraySlice<UInt8>) -> Bool {
        if entities.contains(where: text.starts(with:)) { return true }
        guard text.first == UInt8(ascii: "#"),
            let end = text.prefix(longestEntity).firstIndex(of: UInt8(ascii: ";"))
        else {
            return false
        }
        let digits = text[text.startIndex + 1..<end]
        let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        return !digits.isEmpty
            && UInt32(
                String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self),
                radix: isHexadecimal ? 16 : 10) != nil
    }
}
