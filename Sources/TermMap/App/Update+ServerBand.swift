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
        let question = ServerBandQuestion(
            query, view: map.viewport.window(of: visibleMap.dots), edges: axis.edges)
        guard server.question != question else { return [] }
        server.question = question
        return [.countServerBand(question)]
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
        var query = without(.coloring).without(.figure).without(.areas)
        query.hiddenClasses = HiddenClasses()
        var time = query.time ?? query.calendar.question
        (time.windows, time.text) = (time.recurring, "")
        query.time = time
        (query.otherWindow, query.newFrom, query.ordersTimes) = (nil, nil, false)
        return query
    }
}
