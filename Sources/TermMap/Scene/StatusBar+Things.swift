import App
import CellGraphics

/// How many things are heard.
extension StatusBar {
    /// "27 live · 1 silent of 214", and how many messages come; nil where nothing is followed, or something else is counted.
    var thingsSpans: [BarSpan]? {
        guard state.things.areFollowed, state.nearby == nil, state.search.session?.rows == nil else {
            return nil
        }
        let isASCII = state.screen.appearance.charset == .ascii
        let isWide = state.screen.columns >= 100
        if state.things.pause != nil {
            let held: DisplayText = "\(state.things.heldMessages.grouped) messages"
            return [
                BarSpan(text: "paused", role: .warning, attributes: .bold),
                BarSpan(text: (isASCII ? " - " : " · ") + held, role: .barDim),
            ]
        }
        if let silence = state.silence, state.things.all?.connectionFaults.isEmpty == true {
            return [BarSpan(text: silence.words, role: silence.isLong ? .warning : .barText)]
        }
        let counts = state.things.counts(at: state.now)
        var spans = [BarSpan(text: "\(counts.live.grouped) live", role: .good)]
        if counts.silent > 0 {
            spans.append(
                BarSpan(text: (isASCII ? " - " : " · ") + "\(counts.silent.grouped) silent", role: .stale))
        }
        let others = state.rowsInView - counts.live - counts.silent
        if others > 0 {
            spans.append(BarSpan(text: (isASCII ? " - " : " · ") + "\(others.grouped) rows", role: .barText))
        }
        if isWide || counts.silent == 0 {
            spans.append(BarSpan(text: " of \(state.data.unfilteredTotal.grouped)", role: .barDim))
        }
        if state.things.all?.connectionFaults.isEmpty == false {
            spans.append(BarSpan(text: "  connection lost", role: .warning))
        } else if isWide, let rate = state.things.all?.messageRate {
            spans.append(BarSpan(text: "  " + ThingText.rate(rate), role: .barDim))
        }
        return spans
    }
}
