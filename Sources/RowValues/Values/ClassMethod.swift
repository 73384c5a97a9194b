/// How numbers are divided into classes.
package enum ClassMethod: String, CaseIterable, Sendable {
    /// As many rows in each.
    case quantiles
    /// As wide each.
    case equalIntervals = "equal"
    /// Where neighbouring values are far apart.
    case naturalBreaks = "natural"

    /// The next method; the first after the last.
    package var next: ClassMethod {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}
