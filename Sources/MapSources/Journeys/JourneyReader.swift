import MapModel
import RowValues
import Rows
import Streams

/// Reads sources for their journeys: a screen keeps rows and shapes only, and reads them when a profile is asked for.
package struct JourneyReader: Sendable {
    private let opener: SourceOpener
    private let grouping: TrackGrouping?
    private let question: TimeQuestion

    /// - Parameters:
    ///   - options: how sources are read.
    ///   - grouping: which rows are one track; nil for lines and histories.
    package init(
        _ options: SourceOptions, by grouping: TrackGrouping?, _ question: TimeQuestion = TimeQuestion()
    ) {
        var options = options
        options.keepsJourneys = true
        // Rows that are points may have theirs in their geometry alone.
        options.csv.keepsHeights = true
        // Partial rows are of no use here.
        options.csv.snapshotInterval = .seconds(1 << 32)
        opener = SourceOpener(options)
        (self.grouping, self.question) = (grouping, question)
    }

    /// The journeys of several sources together; each has the number of its row among all of them, as a map shows them.
    package func read(
        _ paths: [String], isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) -> JourneyList {
        let source = try opener.open(paths, isCancelled: isCancelled)
        guard source.loader != nil else {
            throw .refused(name: paths[0], words: "stays on a server (export its rows first)")
        }
        let rows = try source.read(isCancelled: isCancelled)
        var list = try rows.journeys(by: grouping, question, isCancelled: isCancelled)
        list.notices = rows.notices + list.notices
        guard grouping != nil else { return list }
        for number in list.journeys.indices { list.journeys[number].row = UInt32(number) }
        return list
    }
}
