import CellGraphics
import DataSets
import MapModel
import RowValues
import Rows

/// The band of time of rows that stay on a server: it counts them.
extension AppState {
    /// Asks for what the band shows, where it was not asked for.
    mutating func followServerWithBand() -> [Effect] {
        guard map.band != nil, data.origin.isQueried else { return [] }
        var server = map.band?.server ?? ServerBand()
        defer { map.band?.server = server }
        let query = data.query.askedOfAllTimes
        guard server.query == query else {
            (server.query, server.question) = (query, nil)
            return [.outlineTimes(query)]
        }
        guard let outline = server.outline else { return [] }
        let ends = outline.range.map { [$0.lowerBound, $0.upperBound] } ?? []
        map.band?.adopt(timeline: server.number, count: ends.count) { ends[$0] }
        let columns = bandLayout.bars.width
        map.band?.fit(columns: columns)
        takeAskedWindow()
        guard !screen.isTypedAhead, let axis = map.band?.axis else { return [] }
        let folds = countServerFold()
        let question = ServerBandQuestion(
            query, view: map.viewport.window(of: visibleMap.dots), edges: axis.edges)
        guard server.question != question else { return folds }
        server.question = question
        return folds + [.countServerBand(question)]
    }

    /// The grid of the rows that are shown, where it was not asked for.
    private mutating func countServerFold() -> [Effect] {
        guard let fold = map.band?.fold else { return [] }
        let view = map.viewport.window(of: visibleMap.dots)
        let question = ServerFoldQuestion(
            data.query.askedOfBand, in: rowsThatAreInView.windows ?? [view], rows: fold.kind.rows,
            columns: fold.kind.columns)
        guard question != fold.askedOfServer else { return [] }
        map.band?.fold?.askedOfServer = question
        return [.countServerFold(question)]
    }

    mutating func receive(
        fold result: Result<TimeFold?, QueryFailure>, of question: ServerFoldQuestion
    ) -> [Effect] {
        guard map.band?.fold?.askedOfServer == question else { return [] }
        switch result {
        case .success(let fold): take(fold)
        case .failure(let failure):
            map.band?.fold = nil
            fitBand()
            report(KeyedText(failure.message, limit: 200), .warning)
        }
        return []
    }

    /// What must be known to play from row to row; nil where it is known, or not needed.
    mutating func listServerMoments() -> [Effect]? {
        guard data.origin.isQueried, let playing = map.band?.playing, playing.isByRows,
            let server = map.band?.server, let end = map.band?.window?.upperBound
        else { return nil }
        let query = data.query.askedOfAllTimes
        let view = map.viewport.window(of: visibleMap.dots)
        let isSame = server.momentsQuestion?.query == query && server.momentsQuestion?.view == view
        if isSame, server.awaitsMoments { return [] }
        if isSame, server.knows(playing.momentsAtOnce, after: end) { return nil }
        let question = ServerMomentsQuestion(query, view: view, from: end)
        map.band?.server?.moments = nil
        map.band?.server?.momentsQuestion = question
        return [.listServerMoments(question)]
    }

    mutating func receive(
        moments result: Result<[Int64], QueryFailure>, of question: ServerMomentsQuestion
    ) -> [Effect] {
        guard map.band?.server?.momentsQuestion == question else { return [] }
        switch result {
        case .success(let moments):
            map.band?.server?.moments = moments
            return []
        case .failure(let failure):
            map.band?.server?.momentsQuestion = nil
            map.band?.playing = nil
            report(KeyedText(failure.message, limit: 200), .warning)
            return askForWindow()
        }
    }

    mutating func receive(outline result: Result<TimeOutline, QueryFailure>, of query: RowQuery) {
        guard map.band?.server?.query == query else { return }
        switch result {
        case .success(let outline):
            map.band?.server?.outline = outline
            map.band?.server?.number += 1
        case .failure(let failure):
            closeBand()
            report(KeyedText(failure.message, limit: 200), .error)
        }
    }

    mutating func receive(bars result: Result<[Int], QueryFailure>, of question: ServerBandQuestion) {
        guard map.band?.server?.question == question else { return }
        switch result {
        case .success(let counts): map.band?.take(BandCounts(counted: counts))
        case .failure(let failure): report(KeyedText(failure.message, limit: 200), .warning)
        }
    }

    /// A server that takes long is not played; whether it may be.
    mutating func canPlayServer() -> Bool {
        guard let time = map.band?.server?.answerTime, time > ServerBand.playable else { return true }
        report(
            "Playing needs answers within 0.3 s: the last took \((Double(time.milliseconds) / 1000).fixed(1)) s",
            .warning)
        return false
    }
}

extension RowQuery {
    /// The rows that a server counts for the band: colours and figures do not matter.
    fileprivate var askedOfAllTimes: RowQuery {
        var query = askedOfBand
        var time = query.time ?? query.calendar.question
        (time.windows, time.text) = (time.recurring, "")
        query.time = time
        return query
    }

    /// The same of the window.
    fileprivate var askedOfBand: RowQuery {
        var query = without(.coloring).without(.figure).without(.areas)
        query.hiddenClasses = HiddenClasses()
        (query.otherWindow, query.newFrom, query.ordersTimes) = (nil, nil, false)
        return query
    }
}
