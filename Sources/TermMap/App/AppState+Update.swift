import CellGraphics
import MapModel

extension AppState {
    /// Carries out one action and returns the work that it asks for. The only code that changes the state.
    ///
    /// `now` is the time since the start of the program; nothing here looks at a clock.
    mutating func update(_ action: Action, at now: Duration = .zero) -> [Effect] {
        self.now = now
        let view = viewport
        let effects = carryOut(action)
        let isAboutPosition = nearby?.followsPosition == true && action.changesRadius
        if viewport != view, action.movesMapByHand, !isAboutPosition { pauseFollowing() }
        return effects
    }

    private mutating func carryOut(_ action: Action) -> [Effect] {
        switch action {
        case .command(let command): return carryOut(command)
        case .typed(let edit): return type(edit)
        case .zoomAt(let cell, let steps): return zoom(by: steps, around: DotPoint(middleOf: cell))
        case .dragged(let columns, let rows): return pan(columns: -columns, rows: -rows)
        case .clicked(let cell): return click(cell)
        case .doubleClicked(let cell): return doubleClick(cell)
        case .resized(let columns, let rows): return resize(columns, rows)
        case .prefixed(let isAfterPrefix):
            self.isAfterPrefix = isAfterPrefix
            return []
        case .laidOut(let scrollLimit):
            self.scrollLimit = scrollLimit
            return []
        case .tick: return passTime()
        case .keysWait(let count): return sayWhatKeysWaitFor(count)
        case .keysDropped(let count): return sayKeysAreDropped(count)
        case .basemapRead(let data): return receive(data)
        case .dataGrew(let data, let fraction): return grow(data, fraction)
        case .dataRead(let data): return receive(data)
        case .dataReloaded(let data, let reload): return receive(data, reload)
        case .reloadFailed(let message): return failReload(message)
        case .sourceChanged: return noteChange()
        case .sourcesHidden(let rows, let hidden): return receive(rows, hiding: hidden)
        case .loadingFailed(let message): return failLoading(message)
        case .serverOpened(let summary): return receive(summary)
        case .noticed(let lines): return note(lines)
        case .viewAnswered(let answer, let ticket): return receive(answer, ticket)
        case .viewFailed(let message, let ticket): return failServer(message, ticket)
        case .nearAnswered(let rows, let question): return receive(rows, question)
        case .nearFailed(let message, let question): return failNearby(message, question)
        case .rowsMatched(let answer, let ticket): return receive(answer, ticket)
        case .matchFailed(let message, let ticket): return failMatches(message, ticket)
        case .labelsRead(let labels): return receive(labels)
        case .recordRead(let result, let ticket): return receive(result, ticket)
        case .atlasRead(let result): return receive(result)
        case .namesIndexed(let indexing, let generation): return receive(indexing, generation)
        case .rowsFound(let matches, let ticket): return receive(matches, ticket)
        case .rowSearchFailed(let ticket): return failRowSearch(ticket)
        case .placesFound(let matches, let ticket): return receive(matches, ticket)
        case .placeSearchFailed(let ticket): return failPlaceSearch(ticket)
        case .summariesRead(let summaries): return receive(summaries)
        case .positionEvents(let events, let time): return receive(events, at: time)
        case .positionFailed(let message): return failPosition(message)
        case .positionUnsaved(let message): return reportPosition(message)
        }
    }

    private mutating func carryOut(_ command: Command) -> [Effect] {
        message = nil
        arrivals.finish()
        switch command {
        case .pan(let east, let south): return pan(eastEighths: east, southEighths: south)
        case .zoom(let steps): return zoom(by: steps, around: zoomCenter)
        case .fitData: return fitData()
        case .fitWorld: return show(.wholeWorld(size: viewport.size), by: .jump)
        case .centerSelection: return centerSelection()
        case .viewBack: return goBack()
        case .viewForward: return goForward()
        case .nextAnnotation: return selectNext(forward: true)
        case .previousAnnotation: return selectNext(forward: false)
        case .open: return openSelection()
        case .details: return toggleDetails()
        case .members: return openMembers()
        case .search: return beginSearch(.rows)
        case .findPlace: return beginSearch(.places)
        case .nextMatch: return selectMatch(forward: true)
        case .previousMatch: return selectMatch(forward: false)
        case .switchSection: return switchSection()
        case .nearby: return openNearby()
        case .radius(let step): return changeRadius(by: step)
        case .follow: return toggleFollow()
        case .positionPanel: return togglePositionPanel()
        case .goToCoordinate: return ask(.coordinate)
        case .commandLine: return ask(.command)
        case .clusterSize(let step): return changeClusterSize(by: step)
        case .charset: return changeCharset()
        case .theme: return changeTheme()
        case .layers: return toggleLayerPanel()
        case .reload: return reload()
        case .moveCursor(let rows): return moveCursor(by: rows)
        case .movePage(let pages): return movePage(by: pages)
        case .cursorToStart: return moveCursor(by: -Int.max / 2)
        case .cursorToEnd: return moveCursor(by: Int.max / 2)
        case .toggle: return toggleLayer()
        case .cancel: return cancel()
        case .help: help = help == nil ? HelpState() : nil; return []
        case .repaint: return [.repaint]
        case .suspend: return [.suspend]
        case .quit: isQuitting = true; return [.cancelLoading, .quit]
        }
    }

    /// Messages go by themselves, and a bounce that is over is forgotten.
    private mutating func passTime() -> [Effect] {
        let effects = askServerInTime()
        if let shown = message, shown.kind != .error, now - shown.shownAt >= Message.duration {
            message = nil
        }
        if arrivals.timeToNextPhase(at: now) == nil { arrivals.finish() }
        return effects
    }

    /// How long until something changes by itself; nil when nothing will.
    var timeToNextChange: Duration? {
        let passing = message.flatMap { $0.kind == .error ? nil : $0 }
        let messageTime = passing.map { max($0.shownAt + Message.duration - now, .zero) }
        return [
            messageTime, arrivals.timeToNextPhase(at: now), timeToNextSpinnerStep,
            position?.timeToNextChange(at: now),
            origin.timeToRetry(at: now),
        ].compactMap { $0 }.min()
    }

    mutating func tell(_ text: DisplayText, _ kind: Message.Kind = .information) {
        message = Message(text: text, kind: kind, shownAt: now)
    }
}
