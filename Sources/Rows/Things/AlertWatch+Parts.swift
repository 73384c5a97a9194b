import MapModel

/// What happens to the things of a stream whose reader does not judge them itself.
extension AlertWatch {
    /// What the filters of alerts leave of some rows.
    package struct Matching {
        /// By the numbers of alerts; none for filters that cannot be asked.
        package var rows: [Int: RowSet] = [:]
        /// Rows that are not left out; nil for all.
        package var counted: RowSet?

        /// All rows, and no filters.
        package init() {}

        fileprivate func counts(_ row: Int) -> Bool { counted?.contains(UInt32(row)) ?? true }
        fileprivate func matches(_ alert: Alert, _ row: Int) -> Bool? {
            rows[alert.id]?.contains(UInt32(row))
        }
    }

    /// Judges the things of a part, after the messages that came since the one before, in their order.
    ///
    /// - Parameters:
    ///   - matching: of the rows, and behind them of the messages.
    ///   - rowCount: the number of rows.
    ///   - name: what identifies the thing of a row or a message, and what that calls it.
    ///   - moment: when a row or a message says that it was; nil where it does not. Asked for where something has happened.
    ///   - time: milliseconds since 1970, where rows say nothing, and when a thing is not heard any more.
    package func judge(
        _ things: ThingSet, _ messages: [ThingMessages] = [], _ matching: Matching, rowCount: Int,
        name: (Int) -> (id: String, name: String), moment: (Int) -> Int64? = { _ in nil }, time: Int64
    ) {
        state.withLock { state in
            var found: [(event: AlertEvent, place: FixedCoordinate?, number: Int)] = []
            let left = state.leftToParts
            // Who judges messages counts its own rows.
            let first = left == nil ? 0 : state.firstRow
            func isAsked(_ alert: Alert) -> Bool { left?.contains(alert.id) ?? true }
            func note(_ events: [AlertEvent], _ place: FixedCoordinate?, _ number: Int) {
                for event in events { found.append((event, place, number)) }
            }
            func judge(_ row: UInt32, _ place: FixedCoordinate, _ number: Int) {
                guard row >= first else { return }
                note(
                    state.engine.judge(
                        row - first, at: place.coordinate, time: moment(number) ?? time,
                        counts: matching.counts(number), by: isAsked
                    ) { matching.matches($0, number) }, place, number)
            }
            if left == nil {
                for thing in things.things {
                    let events = state.events(of: thing.emergency, of: thing.row, at: time)
                    note(events, FixedCoordinate(thing.place), Int(thing.row))
                }
                state.emergencies = state.emergencies.filter { things[$0.key] != nil }
            }
            var number = rowCount
            for bundle in messages {
                bundle.visit { row, place in
                    judge(row, place, number)
                    number += 1
                }
            }
            for alert in state.engine.alerts where isAsked(alert) {
                for row in (state.engine.inside[alert.id] ?? [:]).keys.sorted()
                where things[row + first] == nil {
                    let events = state.engine.judge(row, isGone: true, time: time, by: isAsked)
                    note(events, nil, Int(row + first))
                }
            }
            for thing in things.things {
                judge(thing.row, FixedCoordinate(thing.place), Int(thing.row))
                if thing.row >= first, things.state(of: thing) == .silent,
                    state.silent.insert(thing.row).inserted
                {
                    let row = thing.row - first
                    let events = state.engine.judge(row, isGone: false, time: time, by: isAsked)
                    note(events, FixedCoordinate(thing.place), Int(thing.row))
                }
            }
            state.silent = state.silent.filter { row in things[row].map { things.state(of: $0) } == .silent }
            state.hasJudged = true
            for (event, place, number) in found {
                guard state.tell([event], place: { _ in place }, name: { _ in name(number) }) else { break }
            }
            if left == nil { state.unannounced = [] }
        }
        flush()
    }
}
