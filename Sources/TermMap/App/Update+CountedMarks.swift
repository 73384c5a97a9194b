import CellGraphics
import MapModel
import Rows
import Streams

/// Marks of rows that a server has counted: it sends them first.
extension AppState {
    /// More rows than this are not fetched to be marked.
    private static let mostFetched = 100_000

    /// Marks the rows of a badge; where all of them are marked, unmarks them.
    mutating func toggle(counted annotation: PlacedAnnotation) -> [Effect] {
        toggle(
            countedIn: countedWindows(of: annotation), count: annotation.count,
            marked: annotation.markedCount)
    }

    /// The same of the rows in a window, as a box shows it.
    mutating func toggle(countedIn window: WorldWindow) -> [Effect] {
        let count = data.tree.count(in: window) + data.rows.countedRows(in: window)
        return toggle(countedIn: [window], count: count, marked: marks.placed.count(in: window))
    }

    private mutating func toggle(countedIn windows: [WorldWindow], count: Int, marked: Int) -> [Effect] {
        ask(MarkQuestion(rows: .counted(windows), change: marked >= count ? .unmark : .mark, count: count))
    }

    /// Inverts the marks of the rows in view.
    mutating func invertCounted() -> [Effect] {
        let window = map.viewport.window(of: visibleMap.dots)
        return ask(MarkQuestion(rows: .counted([window]), change: inversion, count: countedRows))
    }

    private mutating func ask(_ question: MarkQuestion) -> [Effect] {
        guard question.count <= Self.mostFetched else {
            report(
                "\(question.count.grouped) rows are too many to mark on a server (limit \(Self.mostFetched.grouped)): zoom in or filter",
                .warning)
            return []
        }
        return carryOut(question)
    }

    /// Where the rows of a badge lie that were counted.
    func countedWindows(of annotation: PlacedAnnotation) -> [WorldWindow] {
        let seen = data.rows.counted?.window ?? annotations.set.window
        return annotation.parts.compactMap(\.id.cell).flatMap { $0.parts(in: seen) }
    }

    /// Asks the server for the rows.
    mutating func fetch(_ question: MarkQuestion, in windows: [WorldWindow]) -> [Effect] {
        panels.arrangementTicket += 1
        let ticket = panels.arrangementTicket
        marks.request = MarkRequest(change: question.change, numbering: data.numbering, ticket: ticket)
        report("Fetching \(question.count.counted("row")) to mark")
        return [.fetchMarked(windows, limit: Self.mostFetched, ticket: ticket)]
    }

    /// Changes the marks of the rows that the server sent.
    mutating func receive(marked result: Result<MatchAnswer, SourceError>, _ ticket: Int) {
        guard let request = marks.request, request.ticket == ticket else { return }
        marks.request = nil
        switch result {
        case .failure(let error): report(data.words(of: error), .error)
        case .success where request.numbering != data.numbering:
            report("The rows have changed: mark them again", .warning)
        case .success(let answer):
            // What was counted in a part of a cell is an estimate: whether all are marked is known now.
            let areMarked = answer.matches.allSatisfy { marks.contains($0.row) }
            let change = request.change == .invert ? .invert : areMarked ? MarkState.Change.unmark : .mark
            let difference = marks.change(answer.matches, change)
            marks.adopt(data.tree)
            annotations.count(marked: marks, in: data.tree)
            let isCut: KeyedText = answer.isCut ? " (there are more than \(Self.mostFetched.grouped))" : ""
            report(KeyedText(Self.words(of: difference)) + isCut, answer.isCut ? .warning : .information)
        }
    }
}
