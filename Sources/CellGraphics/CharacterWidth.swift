/// The columns that characters take on a terminal, whatever the locale.
public enum CharacterWidth {
    /// 0 for combining marks and format controls, 2 for wide characters, else 1; 0 for control characters.
    ///
    /// - Complexity: O(1) below U+0300, else O(log ranges).
    public static func columns(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
        if contains(value, in: WidthRanges.wide) { return 2 }
        return contains(value, in: WidthRanges.zero) ? 0 : 1
    }

    private static func contains(_ value: UInt32, in ranges: [ClosedRange<UInt32>]) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if value > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }
}
