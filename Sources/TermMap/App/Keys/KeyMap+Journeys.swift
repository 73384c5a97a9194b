extension KeyMap {
    /// The keys of the strip of a journey, of stops, and of the list of what is measured.
    static let journeyBindings =
        group(
            .journeys,
            [
                bind("p", "profile", .strip(.toggle), "profile of a track", hint: "profile"),
                bind("", "stops", .stops(.toggle), "stops of a history", hint: "stops"),
            ])
        + group(
            .journeys, in: [.strip],
            [
                bind("←", "way-back", .strip(.move(columns: -1, ranging: false)), "cursor", hint: "cursor"),
                bind("→", "way-on", .strip(.move(columns: 1, ranging: false)), "cursor", hint: "cursor"),
                bind(
                    "Shift-←", "range-back", .strip(.move(columns: -1, ranging: true)), "range", hint: "range"
                ),
                bind("Shift-→", "range-on", .strip(.move(columns: 1, ranging: true)), "range", hint: "range"),
                bind("PgUp", "tenth-back", .strip(.moveTenths(-1, ranging: false)), "by a tenth"),
                bind("PgDn", "tenth-on", .strip(.moveTenths(1, ranging: false)), "by a tenth"),
                bind("Shift-PgUp", "range-tenth-back", .strip(.moveTenths(-1, ranging: true)), "by a tenth"),
                bind("Shift-PgDn", "range-tenth-on", .strip(.moveTenths(1, ranging: true)), "by a tenth"),
                bind("Home", "way-start", .strip(.moveToEnd(last: false, ranging: false)), "start, end"),
                bind("End", "way-end", .strip(.moveToEnd(last: true, ranging: false)), "start, end"),
                bind(
                    "Shift-Home", "range-start", .strip(.moveToEnd(last: false, ranging: true)), "start, end"),
                bind("Shift-End", "range-end", .strip(.moveToEnd(last: true, ranging: true)), "start, end"),
                bind("v", "range", .strip(.range), "range without Shift", hint: "range"),
                bind("p", "next-figures", .strip(.column(step: 1)), "speed, slope …", hint: "speed, slope"),
                bind("P", "previous-figures", .strip(.column(step: -1)), "speed, slope …"),
                bind("x", "way-axis", .strip(.axis), "by time, by distance", hint: "by time"),
                bind("z", "fit-range", .strip(.fit), "zoom to the range", hint: "zoom to it"),
                bind("Tab", "next-stop", .strip(.stop(step: 1)), "next, previous stop", hint: "next stop"),
                bind("Shift-Tab", "previous-stop", .strip(.stop(step: -1)), "next, previous stop"),
                bind(
                    "n", "next-track", .strip(.journey(step: 1)), "next, previous track", hint: "next track"),
                bind("N", "previous-track", .strip(.journey(step: -1)), "next, previous track"),
                bind("Enter", "all-figures", .strip(.figures), "all figures", hint: "statistics"),
                bind("f", "range-rows", .strip(.filter), "only its rows", hint: "only its rows"),
                bind("y", "copy-range", .strip(.copy), "copy the figures", hint: "copy"),
            ])
        + group(
            .journeys, in: [.list(.stops)],
            [
                bind("s", "sort-stops", .stops(.order), "stops by time, stay", hint: "by stay"),
                bind("y", "copy-stop", .stops(.copy), "copy the stop", hint: "copy"),
            ])
        + group(
            .journeys, in: [.list(.legs)],
            [bind("y", "copy-legs", .toolStep(.copyFigures), "copy all legs", hint: "copy all")])

    /// While the strip is open.
    func stripHints(_ state: AppState) -> [CommandHint] {
        guard let strip = state.strip else { return [] }
        let next = strip.nextColumnName(state)
        let hasTimes = strip.shown?.journey.hasTimes ?? false
        let hasStops = strip.shown?.stops.isEmpty == false
        let several = strip.journeys.count > 1 ? [CommandHint(.strip(.journey(step: 1)))] : []
        return [
            CommandHint(
                .strip(.move(columns: -1, ranging: false)), .strip(.move(columns: 1, ranging: false))),
            // The shorter way to a range leaves room for what follows.
            CommandHint(.strip(.range)),
        ] + (hasStops ? [CommandHint(.strip(.stop(step: 1)))] : [])
            + (strip.columns.count > 1 ? [CommandHint(.strip(.column(step: 1)), says: next)] : [])
            + (hasTimes ? [CommandHint(.strip(.axis), says: strip.isByTime ? "by distance" : "by time")] : [])
            + [CommandHint(.strip(.fit)), CommandHint(.strip(.figures))] + several
            + [CommandHint(.cancel, says: strip.hasRange ? "no range" : "close")]
    }
}

extension JourneyStrip {
    /// What `p` shows next.
    fileprivate func nextColumnName(_ state: AppState) -> String? {
        guard let shown, !columns.isEmpty else { return nil }
        return state.name(of: columns[(column + 1) % columns.count], shown).text
    }
}
