import App

/// Work in the background that ends in exactly one answer, unless it is cancelled: every request is answered.
package struct BackgroundJob: Sendable {
    package typealias Post = @Sendable (Action) -> Void

    /// Kinds of work. Each has one task at a time.
    package enum Slot: CaseIterable, Sendable {
        case load, identities, readings, changeList, choice, band, fold, outline, column, names, labels,
            summaries, changes, record, clipboard,
            rowFile,
            view, near,
            serverSearch
        case summary, changedColumns, members, marked, areas
        case rowSearch, placeSearch, searchablePlaces
        case streets, spot
        case table, tableColumns, tableRows, tableSearch
        case areaTable, inside, addresses, journeys
        case things, headings
    }

    let slot: Slot
    /// How long the job waits before it begins: keys that are held ask again before an answer could be there.
    var delay = Duration.zero
    /// Takes note of what is asked, before earlier work of the slot is done: that may answer it, too.
    var prepare: @Sendable () -> Void = {}
    /// Posts what is known so far and returns the answer or a failure. Runs on any thread and asks `Task.isCancelled`.
    package let run: @Sendable (_ post: @escaping Post) throws(CancellationError) -> Answer
}

extension BackgroundJob.Slot {
    /// Newer work cancels the older; otherwise it comes after it.
    var isReplaced: Bool {
        switch self {
        case .labels, .summaries, .searchablePlaces, .identities, .streets: false
        default: true
        }
    }

    /// The work may block on a disk, a pipe or a server, and has a thread of its own for that.
    var mayBlock: Bool {
        switch self {
        case .rowSearch, .placeSearch, .searchablePlaces: false
        default: true
        }
    }

    /// The work asks a server where there is one.
    package static let asking: [Self] = [
        .load, .view, .band, .near, .serverSearch, .record, .clipboard, .rowFile, .labels, .summaries,
        .choice,
        .outline,
        .column,
        .summary, .members, .marked,
        .table, .tableColumns, .tableRows, .tableSearch,
    ]
}
