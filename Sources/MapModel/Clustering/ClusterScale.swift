/// How a count is shown: its size class and its short text.
public enum ClusterScale {
    /// 1 for one point, 2 for 2–9, 3 for 10–99, 4 for 100–999, 5 for 1,000–9,999, 6 from 10,000 on.
    public static func sizeClass(of count: Int) -> Int {
        switch count {
        case ..<2: 1
        case ..<10: 2
        case ..<100: 3
        case ..<1_000: 4
        case ..<10_000: 5
        default: 6
        }
    }

    /// `count`, 0 or more, in at most four characters: "999", "1.2k", "28k", "1.5M", "2G".
    public static func abbreviatedCount(_ count: Int) -> String {
        if count < 1_000 { return String(count) }
        let units: [(size: Int, sign: String)] = [
            (1_000, "k"), (1_000_000, "M"), (1_000_000_000, "G"), (1_000_000_000_000, "T"),
        ]
        // A value that would round to 1000 of a unit is shown in the next unit.
        for unit in units where count < 999 * unit.size + unit.size / 2 {
            return abbreviated(count, unit: unit.size) + unit.sign
        }
        return ">1P"
    }

    /// One decimal below 9.95, unless it is 0.
    private static func abbreviated(_ count: Int, unit: Int) -> String {
        guard count < unit * 10 - unit / 20 else { return String((count + unit / 2) / unit) }
        let tenths = (count + unit / 20) / (unit / 10)
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
}
