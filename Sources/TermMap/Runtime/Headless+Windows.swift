import App
import CellGraphics
import RowValues
import Scene

/// A film of the rows of one part of a time after another.
package struct WindowFilm: Sendable {
    /// How many parts.
    package let count: Int
    /// How long each is; nil for as long as they are apart.
    package let length: TimeLength?
    /// How long each is shown.
    package let duration: Duration

    /// A film of `count` frames.
    package init(count: Int, length: TimeLength?, duration: Duration) {
        (self.count, self.length, self.duration) = (count, length, duration)
    }
}

extension Headless {
    /// A frame for each window, with the window below it.
    package mutating func pictures(of film: WindowFilm, _ format: PictureFormat) -> String {
        var painter = FramePainter(keyMap: keyMap)
        painter.isFilm = true
        var frames: [FilmFrame] = []
        // The band says where in time a frame is; another window of it needs no filter.
        if !state.data.origin.isQueried, state.map.band == nil {
            perform(.command(.band(.toggle)))
            clearMessage()
        }
        eachWindow(of: film) { headless, _, words in
            frames.append(
                FilmFrame(
                    painter.paint(headless.state.atRest, at: .zero), for: film.duration, caption: words))
        }
        return format.text(ofWindows: frames, theme: state.screen.appearance.theme, title: pictureTitle)
    }

    /// A list for each window after a line that says which; whether one has a row.
    package mutating func lists(of film: WindowFilm) -> (text: String, isEmpty: Bool) {
        var (text, number, isEmpty) = ("", 0, true)
        eachWindow(of: film) { headless, interval, _ in
            number += 1
            text += "# frame \(number) \(interval)\n" + headless.list()
            isEmpty = isEmpty && headless.state.data.rowTotal == 0
        }
        return (text, isEmpty)
    }

    /// Whether it is known when rows are.
    package var knowsTimes: Bool { state.data.rows.times != nil }

    /// Whether it is known from when to when a film is: both ends are asked for, or the times of rows are here.
    package var hasFilmSpan: Bool { filmSpan != nil }

    /// Asks for the rows of each window; where a database fails, the rest is not asked for.
    private mutating func eachWindow(of film: WindowFilm, _ body: (inout Headless, String, String) -> Void) {
        guard let asked = state.data.query.time, let span = filmSpan else { return }
        let zone = asked.shownZone
        let recurring = asked.windows.filter { if case .recurring = $0 { true } else { false } }
        for window in TimeFrames(film.count, in: span, length: film.length, zone).windows {
            var question = asked
            let words = BandWords(zone).window(window)
            question.windows = recurring + [.between(from: window.lowerBound, until: window.upperBound)]
            question.text = words
            perform(.timeChosen(question))
            clearMessage()
            if serverFailure != nil || filterFailure != nil { return }
            body(&self, TimeFrames.interval(window, in: zone), words)
        }
    }

    /// From the first to the last moment that is asked for, else of the rows that match.
    private var filmSpan: Range<Int64>? {
        guard let asked = state.data.query.time else { return nil }
        var (from, until): (Int64?, Int64?)
        for case .between(let first, let last) in asked.windows {
            if let first { from = max(from ?? first, first) }
            if let last { until = min(until ?? last, last) }
        }
        if from == nil || until == nil {
            guard let range = state.data.rows.timeRange else { return nil }
            from = from ?? range.lowerBound
            until = until ?? range.upperBound + 1
        }
        guard let from, let until, from < until else { return nil }
        return from..<until
    }
}
