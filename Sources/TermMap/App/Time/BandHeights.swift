/// How high the bars of the band are.
struct BandHeights {
    /// From left to right.
    let bars: [BandPicture.Bar]
    /// Heights are square roots of counts.
    let isRoot: Bool

    /// From this many times the median on, the highest bar would leave nothing of the others.
    private static let towering = 12.0

    init(_ content: BandContent, rows: Int) {
        let (axis, counts) = (content.axis, content.counts)
        let most = counts.max() ?? 0
        let isRoot = Self.isRoot(content.counts, content.scale)
        self.isRoot = isRoot
        bars = (0..<axis.barCount).map { bar in
            let count = counts.indices.contains(bar) ? counts[bar] : 0
            let side = Self.side(of: bar, content)
            guard count > 0, most > 0, rows > 0 else { return BandPicture.Bar(height: 0, side: side) }
            let share = Double(count) / Double(most)
            let height = max(Int(((isRoot ? share.squareRoot() : share) * Double(8 * rows)).rounded()), 1)
            return BandPicture.Bar(
                height: height, side: side, parts: Self.parts(of: bar, content, count: count, height: height))
        }
    }

    /// Whether heights are square roots of counts.
    static func isRoot(_ counts: [Int], _ scale: BandContent.Scale) -> Bool {
        switch scale {
        case .linear: return false
        case .root: return true
        case .automatic:
            let filled = counts.filter { $0 > 0 }.sorted()
            guard let most = filled.last else { return false }
            let middle = filled.count / 2
            let median =
                filled.count % 2 == 1
                ? Double(filled[middle]) : Double(filled[middle - 1] + filled[middle]) / 2
            return Double(most) > towering * median
        }
    }

    private static func side(of bar: Int, _ content: BandContent) -> BandPicture.Side {
        guard let window = content.window else { return .all }
        if content.axis.isBar(bar, in: window) { return .inside }
        return content.other.map { content.axis.isBar(bar, in: $0) } ?? false ? .other : .outside
    }

    private static func parts(of bar: Int, _ content: BandContent, count: Int, height: Int)
        -> [BandPicture.Bar.Part]
    {
        var (parts, sum): ([BandPicture.Bar.Part], Int) = ([], 0)
        for (index, counts) in content.classes.enumerated()
        where counts.indices.contains(bar) && counts[bar] > 0 {
            sum += counts[bar]
            parts.append(.init(classIndex: index, top: Double(sum) / Double(count) * Double(height)))
        }
        return parts
    }
}
