/// Tells the bracket of an array from that of a line in a log: `[pod/web-1/nginx] …`, `[2026-11-26 14:03:10 +0000] …`.
package enum JSONArrayHead {
    private static let words = ["true", "false", "null", "NaN", "Infinity"]

    /// Whether the first bracket may begin an array: a value of JSON may follow it.
    package static func mayBegin(_ bytes: [UInt8]) -> Bool {
        guard let bracket = bytes.firstIndex(of: UInt8(ascii: "[")) else { return false }
        let rest = bytes[(bracket + 1)...].drop { $0 <= 0x20 }
        guard let first = rest.first else { return true }
        if first &- 48 < 10 { return mayBeNumber(rest) }
        guard (first | 0x20) &- 0x61 < 26 else { return true }
        let word = rest.prefix { ($0 | 0x20) &- 0x61 < 26 }
        let isCutOff = word.endIndex == rest.endIndex
        return words.contains { isCutOff ? $0.utf8.starts(with: word) : $0.utf8.elementsEqual(word) }
    }

    /// Whether digits are a number of an array, which a comma or its end follows; behind that there is nothing in the line.
    private static func mayBeNumber(_ text: ArraySlice<UInt8>) -> Bool {
        let behind = text.drop { $0 &- 48 < 10 || ".eE".utf8.contains($0) }
        guard let sign = behind.first else { return true }
        if "+-".utf8.contains(sign) { return text[behind.startIndex - 1] | 0x20 == UInt8(ascii: "e") }
        let end = behind.drop { $0 <= 0x20 }
        guard end.first == UInt8(ascii: "]") else { return end.isEmpty || end.first == UInt8(ascii: ",") }
        return end.dropFirst().prefix { $0 != 0x0A }.allSatisfy { $0 <= 0x20 }
    }
}
