import CellGraphics

/// Streams that say nothing.
extension AppState {
    /// What is said while nothing of a stream can be shown, and whether that has been so for a while; nil elsewhere.
    package var silence: (words: DisplayText, isLong: Bool)? {
        guard data.isStreaming, data.isStream || things.areFollowed, data.unfilteredTotal == 0,
            things.pause == nil
        else { return nil }
        let noun: DisplayText = things.areFollowed ? "messages" : "input"
        let seconds = things.silentSeconds(at: now)
        // What a pipe brings is being read.
        guard things.areFollowed || seconds >= Self.loadingSeconds else { return nil }
        if seconds >= Self.patience {
            let span = ThingText.span(seconds - seconds.truncatingRemainder(dividingBy: Self.step(seconds)))
            return ("no \(noun) for \(DisplayText(sanitising: span))", true)
        }
        let nameless = data.skipped.count(of: .missing)
        if things.areFollowed, nameless > 0 {
            return ("\(nameless.grouped) heard, none with a place yet", false)
        }
        return things.heardCount == 0 ? ("waiting for \(noun)", false) : nil
    }

    /// Input that does not come at once is still said to be loading for so long.
    private static let loadingSeconds = 2.0
    /// Seconds until it is said how long it has been.
    private static let patience = 10.0

    /// It is counted in steps: a figure that changes each second says no more.
    private static func step(_ seconds: Double) -> Double { seconds < 120 ? 10 : 60 }

    /// How long until something else is said; nil for never.
    var timeToNextSilence: Duration? {
        guard data.isStreaming, data.isStream || things.areFollowed, data.unfilteredTotal == 0 else {
            return nil
        }
        let seconds = things.silentSeconds(at: now)
        let isLoading = !things.areFollowed && seconds < Self.loadingSeconds
        let step = isLoading ? Self.loadingSeconds : Self.step(seconds)
        return .milliseconds(Int64((step - seconds.truncatingRemainder(dividingBy: step)) * 1000) + 20)
    }
}
