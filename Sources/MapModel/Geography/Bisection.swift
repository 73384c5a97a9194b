/// Binary search.
public enum Bisection {
    /// The first number in `range` for which `isReached` holds, when it holds for all numbers after it; else
    /// the end.
    @inline(__always)
    public static func first(in range: Range<Int>, where isReached: (Int) -> Bool) -> Int {
        var start = range.lowerBound
        var length = range.count
        while length > 0 {
            let half = length / 2
            let isBeyond = isReached(start + half)
            start = isBeyond ? start : start + half + 1
            length = isBeyond ? half : length - half - 1
        }
        return start
    }
}
