/// What a terminal says about its background.
package enum BackgroundColor {
    /// Reads `11;rgb:RRRR/GGGG/BBBB`, 1 to 4 hexadecimal digits each, as xterm answers OSC 11.
    package static func isLight(answer: String) -> Bool? {
        guard let start = answer.firstIndex(of: ":"), answer.hasPrefix("11;rgb") else { return nil }
        let fields = answer[answer.index(after: start)...].split(
            separator: "/", omittingEmptySubsequences: false)
        let channels = fields.prefix(3).compactMap { field -> Double? in
            guard (1...4).contains(field.utf8.count), let value = UInt16(field, radix: 16) else { return nil }
            return Double(value) / Double((1 << (4 * field.utf8.count)) - 1)
        }
        guard channels.count == 3 else { return nil }
        // The weights of ITU-R BT.709 for light.
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2] > 0.5
    }

    /// Reads `ink;paper` or `ink;…;paper` of rxvt and others: named colours, 7 and 9 to 15 are light.
    package static func isLight(colorfgbg: String) -> Bool? {
        guard let last = colorfgbg.split(separator: ";").last, let paper = Int(last) else { return nil }
        guard (0...15).contains(paper) else { return nil }
        return paper == 7 || paper >= 9
    }
}
