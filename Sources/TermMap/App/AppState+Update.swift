import CellGraphics
import MapModel
import Rows
import TerminalInput

extension AppState {
    /// Carries out one action and returns the work that it asks for. Nothing else changes the state.
    ///
    /// - Parameters:
    ///   - now: the time since the start of the program; nothing here looks at a clock.
    ///   - isTypedAhead: more keys were typed than were carried out.
    package mutating func update(
        _ action: Action, at now: Duration = .zero, isTypedAhead: Bool = false
    ) -> [Effect] {
        self.now = now
        screen.isTypedAhead = isTypedAhead
        let (hadPanel, prompt) = (panels.current != nil, panels.prompt)
        let view = map.home
        annotations.isSkippingLayout = skipsLayout(action)
        if !annotations.isSkippingLayout, let refresh = annotations.awaitedRefresh {
            refreshAnnotations(animated: refresh.isAnimated)
        }
        var effects = carryOut(action)
        let isAboutPosition = nearby?.followsPosition == true && action.changesRadius
        if map.home != view, action.movesMapByHand, !isAboutPosition { pauseFollowing() }
        alignCursor()
        alignSelectedRow()
        followWithTool(hadPanel: hadPanel)
        effects += followWithBand()
        if case .tick = action { return effects + askForJourneys() + askForView() }
        return effects + offerCompletions(after: prompt) + askForChanges() + askForAddresses()
            + askForJourneys() + askForView()
    }

    /// A held key or a wheel may ask for views faster than rows can be clustered: only the last of them is.
    private func skipsLayout(_ action: Action) -> Bool {
        guard screen.isTypedAhead, action.movesMapOnly, nearby == nil, position == nil else { return false }
        if selection.current == nil && panels.current == nil { return true }
        // A zoom is around the selection, whose badge must be known; panels that list rows follow the view.
        return action.pansMapOnly && (panels.current == nil || panels.showsDetails)
    }

    private mutating func carryOut(_ action: Action) -> [Effect] {
        switch action {
        case .command(let command): return carryOut(command)
        case .typed(let edit): return type(edit)
        case .unbound(let key): reportUnbound(key)
        case .zoomAt(let cell, let steps): zoom(by: steps, around: DotPoint(middleOf: cell))
        case .dragged(let columns, let rows): pan(columns: -columns, rows: -rows)
        case .clicked(let cell): return click(cell)
        case .doubleClicked(let cell): return doubleClick(cell)
        case .resized(let columns, let rows): return resize(columns, rows)
        case .appearanceFound(let found, let former): adopt(found, former)
        case .bookmarkCancelled: screen.bookmarkDeed = nil
        case .prefixed(let isAfterPrefix): screen.isAfterPrefix = isAfterPrefix
        case .viewChosen(let view): show(view, by: .jump)
        case .timeChosen(let time):
            map.band?.window = nil
            return setTime(time)
        case .said(let message): screen.message = message
        case .tick: return passTime()
        case .keysWait(let count): reportWaitingKeys(count)
        case .keysDropped(let count): reportDroppedKeys(count)
        case .basemapRead(let basemap): receive(basemap)
        case .streetBlocksDrawn(let blocks): streets.receive(blocks)
        case .answered(let answer): return receive(answer)
        case .dataGrew(let data, let fraction): return grow(data, fraction)
        case .alerted(let report): return receive(alerts: report)
        case .sourceChanged: return noteChange()
        case .rowChoiceProgressed(let share, let query): data.noteProgress(share, of: query)
        case .summaryProgressed(let share, let ticket): selection.noteSummaryProgress(share, ticket)
        case .noticed(let lines): note(lines)
        case .positionEvents(let events, let time): return receive(events, at: time)
        case .positionFailed(let message): failPosition(message)
        case .savingRows(let share): screen.rowFile?.share = share
        case .positionUnsaved(let message): report(KeyedText(message), .error)
        }
        return []
    }

    package mutating func carryOut(_ command: Command) -> [Effect] {
        screen.message = nil
        screen.bookmarkDeed = nil
        annotations.finishArrivals()
        switch command {
        case .pan(let east, let south): pan(eastEighths: east, southEighths: south)
        case .zoom(let steps): zoom(by: steps, around: zoomCenter)
        case .fitData: fitData()
        case .fitWorld: show(map.world(in: visibleMap), by: .jump)
        case .centerSelection: centerSelection()
        case .fitSelection: fitSelection()
        case .viewBack: goBack()
        case .viewForward: goForward()
        case .bookmark(let deed): awaitBookmark(deed)
        case .setBookmark(let letter): return setBookmark(letter)
        case .goToBookmark(let letter): return goToBookmark(letter)
        case .whereabouts: sayWhere()
        case .nextAnnotation: return selectNext(forward: true)
        case .previousAnnotation: return selectNext(forward: false)
        case .open: return openSelection()
        case .details: return toggleDetails()
        case .members: return openMembers()
        case .sortMembers: return sortMembers()
        case .filterMembers: ask(.filter)
        case .table(let command): return carryOut(command)
        case .search: return beginSearch(.rows)
        case .findPlace: return beginSearch(.places)
        case .nextMatch: return selectMatch(forward: true)
        case .previousMatch: return selectMatch(forward: false)
        case .switchSection: return switchSection()
        case .nearby: return openNearby()
        case .radius(let step): return changeRadius(by: step)
        case .follow: selectedThing == nil ? toggleFollow() : toggleFollowingThing()
        case .trails: changeTrails()
        case .pause: return togglePause()
        case .alert: return askForAlert()
        case .alerts: return panels.list == .alerts ? closePanel() : open(.list(.alerts))
        case .removeAlert: return removeAlert()
        case .positionPanel: return togglePositionPanel()
        case .goToCoordinate: ask(.coordinate)
        case .commandLine: ask(.command)
        case .filter: return askForFilter()
        case .clearFilter: return clearFilter()
        case .colorBy: return chooseColumn(for: .coloring)
        case .figure: return chooseColumn(for: .figure)
        case .areas: return chooseAreas()
        case .keepClassesApart: return keepClassesApart()
        case .sizeByFigure: return sizeByFigure()
        case .changes(let command): return carryOut(command)
        case .addresses(let command): return carryOut(command)
        case .toggleClass(let line): return toggleClass(line)
        case .onlyClass(let line): return showOnlyClass(line)
        case .legend: toggleLegend()
        case .summary: return toggleSummary()
        case .filterByValue(let isNegated): return filterByValue(isNegated: isNegated)
        case .colorByColumn: return colorByColumn()
        case .figureOfColumn: return showFigureOfColumn()
        case .classMethod:
            if isDensity { changeScale() } else { return changeClassMethod() }
        case .nextDisplay: showNextDisplay()
        case .display(let display): areaAnswer == nil ? show(display) : showAbove(display)
        case .densityRamp: changeRamp()
        case .graticule: map.layers.graticule.toggle()
        case .clusterSize(let step): changeClusterSize(by: step)
        case .charset: changeCharset()
        case .theme: changeTheme()
        case .basemap: switchBasemap()
        case .layers: return toggleLayerPanel()
        case .reload: return things.areFollowed && data.isStreaming ? forgetThings() : reload()
        case .swapCoordinates: return swapCoordinates()
        case .savePicture, .notation: ask(.command)
        case .mouse: return toggleMouse()
        case .skipped: return openSkipped()
        case .undoPlace: return undoPlace()
        case .about: return open(.about)
        case .enlargePanel: return enlargePanel()
        case .moveCursor(let rows): return moveCursor(by: rows)
        case .movePage(let pages): return movePage(by: pages)
        case .cursorToStart: return moveCursor(by: -Int.max / 2)
        case .cursorToEnd: return moveCursor(by: Int.max / 2)
        case .mark: return mark()
        case .invertMarks: return invertMarks()
        case .clearMarks: clearMarks()
        case .answer(let isYes): return answerMarkQuestion(isYes)
        case .tool(let kind): toggle(kind)
        case .toolStep(let step): return carryOut(step)
        case .band(let command): return carryOut(command)
        case .strip(let command): return carryOut(command)
        case .stops(let command): return carryOut(command)
        case .copyCoordinate: return copyCoordinate()
        case .copyRow: return copyRow()
        case .toggle: return panels.list == .alerts ? toggleAlert() : toggleLayer()
        case .cancel: return cancel()
        case .edit(let edit): return type(edit)
        case .help: toggleHelp()
        case .repaint: return [.repaint]
        case .suspend: return [.suspend]
        case .quit: return finishPicking()
        case .abandon: return abandon()
        }
        return []
    }

    /// Messages go by themselves, and a bounce that is over is forgotten.
    private mutating func passTime() -> [Effect] {
        screen.expireMessage(at: now)
        annotations.passTime(to: now)
        things.passTime(to: now)
        return retryServerIfDue() + playBand() + renewThings()
    }

    /// How long until something changes by itself; nil when nothing will.
    package var timeToNextChange: Duration? {
        [
            screen.timeToExpiry(at: now), annotations.arrivals.timeToNextPhase(at: now),
            timeToNextSpinnerStep, position?.timeToNextChange(at: now), data.origin.timeToRetry(at: now),
            streets.timeToRetry(at: now), streets.timeToNextSign(at: now, step: Self.spinnerStep),
            timeToNextBandStep, timeToNextThing, timeToNextSilence,
            data.isStreaming ? data.rate.timeToNextChange(at: now) : nil,
        ].compactMap { $0 }.min()
    }

    package mutating func report(_ text: KeyedText, _ kind: Message.Kind = .information) {
        screen.message = Message(text: text, kind: kind, shownAt: now)
    }
}
