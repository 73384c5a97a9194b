import CellGraphics
import MapModel
import Rows

extension DataState {
    /// What the rows of an annotation that was seen in `window` come to.
    ///
    /// - Parameter hasNumbers: whether their numbers are of interest.
    package func content(of part: Annotation, in window: WorldWindow, hasNumbers: Bool = true) -> BadgeContent
    {
        let figures = hasNumbers ? figures : nil
        var content = BadgeContent(count: part.count)
        if let vague, vague.marksMost, part.firstIndex != nil {
            content.roughCount = vague.roughCount(in: rows.members(of: part, in: window))
        }
        guard coloring != nil || figures != nil else { return content }
        if part.firstIndex == nil {
            let measured = part.id.cell.flatMap { rows.counted?.measured[$0] } ?? MeasuredRows.Cluster()
            if coloring != nil { content.tally = measured.tally }
            content.numbers = measured.numbers
            return content
        }
        if case .classCluster(let id, let number) = part.id {
            content.tally = .zero
            content.tally?[number] = UInt32(part.count)
            let runs = figures?.byClass == nil ? nil : tree.members(of: id, in: window)
            content.numbers =
                runs.flatMap { figures?.byClass?.aggregate(ofClass: number, in: $0) } ?? content.numbers
            return content
        }
        let runs = rows.members(of: part, in: window).runs
        if let coloring { content.tally = coloring.counts.tally(in: runs) }
        if let figures { content.numbers = figures.numbers.aggregate(in: runs) }
        return content
    }

    /// What decides on the size of badges, in a view and around it.
    ///
    /// - Parameter style: that of the badges.
    package func contents(_ style: BadgeStyle, in window: WorldWindow, _ surroundings: WorldWindow)
        -> BadgeContents
    {
        guard style.keepsApart || style.scale != nil || vague?.marksMost == true else { return .counts }
        let hasNumbers = style.scale != nil
        let areCounted = rows.counted != nil
        return BadgeContents(
            ofCluster: { cluster in
                content(
                    of: areCounted ? Annotation(ofServer: cluster) : Annotation(cluster, in: tree),
                    in: surroundings, hasNumbers: hasNumbers)
            }, ofPart: { content(of: $0, in: window, hasNumbers: hasNumbers) })
    }
}

extension DataState {
    /// What the values of the rows of `parts` come to; nil where nothing is asked.
    ///
    /// - Parameter scale: how large badges are that are sized by their figures.
    package func value(of parts: [Annotation], in window: WorldWindow, _ scale: FigureScale? = nil)
        -> BadgeValue?
    {
        guard coloring != nil || figures != nil else { return nil }
        let content = parts.reduce(into: BadgeContent.none) { $0.add(self.content(of: $1, in: window)) }
        var figure = figures.map { $0.badgeFigure(of: content.numbers) }
        // The colours are those of the column.
        if coloring != nil { figure?.classNumber = nil }
        figure?.sizeClass = scale?.sizeClass(of: content.numbers, rowCount: content.count)
        return BadgeValue(tally: coloring == nil ? nil : content.tally, figure: figure)
    }
}
