import CellGraphics
import MapModel
import Rows
import Streams

extension AppState {
    /// Rows with a place, wherever they are.
    var rowTotal: Int { server?.summary?.rowCount ?? tree.count }
    /// The box of all rows.
    var dataBounds: GeoBounds? { server?.summary?.bounds ?? tree.bounds }
    /// There is nothing that could be shown.
    var hasNoPlaces: Bool {
        if let server { return server.summary?.rowCount == 0 }
        return tree.isEmpty && sources.allSatisfy { $0.placeCount == 0 }
    }

    /// The connection stands.
    mutating func receive(_ summary: SourceSummary) -> [Effect] {
        let before = server?.summary
        loading = .done
        isReloading = false
        server?.summary = summary
        server?.isCounting = false
        server?.retryAt = nil
        server?.failures = 0
        notices = summary.notices + heard
        skipped = SkippedRows(missingOnServer: summary.skippedCount)
        if !isViewChosen, let bounds = summary.bounds { viewport = fitted(to: bounds) }
        let effects = refreshAnnotations(animated: true) + answerRequest()
        if let before {
            tell(Self.changes(from: before, to: summary))
            return effects
        }
        if let reason = reasonForNoPlaces {
            tell(reason, .error)
        } else if let notice = notices.first {
            tell(DisplayText(sanitising: notice), .warning)
        }
        return effects
    }

    /// What became of a server's rows since it was asked last.
    private static func changes(from before: SourceSummary, to after: SourceSummary) -> DisplayText {
        let difference = after.rowCount - before.rowCount
        let count: DisplayText = "Refreshed: \(after.rowCount.counted("row"))"
        if before.isEstimate || after.isEstimate || difference == 0 { return count }
        return count + ", \(abs(difference).grouped) \(difference > 0 ? "more" : "fewer")"
    }

    /// Lines that are kept of what is said unasked.
    private static let heardLimit = 100

    /// Says the newest line, and keeps all of them for `:bad`.
    mutating func note(_ lines: [String]) -> [Effect] {
        var new: [String] = []
        for line in lines where !line.isEmpty && !heard.contains(line) && heard.count < Self.heardLimit {
            heard.append(line)
            new.append(line)
        }
        notices += new
        if let last = new.last, message?.kind != .error {
            tell("\(DisplayText(sanitising: last)); :bad lists all", .warning)
        }
        return []
    }

    // MARK: - The view

    /// Asks for what lies in view, unless that is being asked already; what is known of it is shown at once.
    mutating func askServer(in window: WorldWindow, grid: ClusterGrid) -> [Effect] {
        guard var server, server.summary != nil else { return [] }
        let question = ViewportQuestion(window: window, grid: grid, limit: server.limit)
        guard question != server.question else { return [] }
        server.question = question
        server.ticket += 1
        server.isWaiting = true
        let kept = server.kept(question)
        if let kept {
            server.answer = kept
            server.isCached = true
        }
        self.server = server
        if kept != nil { adoptServerRows() }
        return [.askView(question, ticket: server.ticket)]
    }

    mutating func receive(_ answer: ViewportAnswer, _ ticket: Int) -> [Effect] {
        guard server?.ticket == ticket else { return [] }
        server?.isWaiting = false
        server?.isCached = false
        // It answers again: what was said of that goes.
        if (server?.failures ?? 0) > 0, message?.kind == .error { message = nil }
        server?.answer = answer
        server?.keep(answer)
        server?.retryAt = nil
        server?.failures = 0
        adoptServerRows()
        if !answer.notices.isEmpty { _ = note(answer.notices) }
        let selected = followSelection(answer)
        return selected + refreshAnnotations(animated: true) + refreshMembers()
            + labelRequest(for: nearbyRows)
    }

    /// A selected row may have moved; one that should be in view and is not in the answer is gone.
    private mutating func followSelection(_ answer: ViewportAnswer) -> [Effect] {
        guard let selection, selection.hasRow, case .rows = answer.content else { return [] }
        if let place = tree.place(ofRow: selection.row) {
            guard place != selection.coordinate else { return [] }
            self.selection = Selection(selection, asRow: selection.row, at: place)
            return readSelection()
        }
        guard answer.question.window.contains(QuantumPoint(selection.coordinate)) else { return [] }
        self.selection = nil
        record = nil
        tell("The selected row no longer exists", .warning)
        if case .details = panel { return closePanel() }
        return []
    }

    /// The server could not be asked; what was shown stays, and it is asked again after a while, or with the next move.
    mutating func failServer(_ message: String, _ ticket: Int) -> [Effect] {
        guard server?.ticket == ticket else { return [] }
        server?.isWaiting = false
        server?.question = nil
        server?.retryLater(than: now)
        tell(DisplayText(sanitising: message), .error)
        return []
    }

    /// Asks a server that did not answer once more, when it is time.
    mutating func askServerInTime() -> [Effect] {
        guard let retryAt = server?.retryAt, retryAt <= now else { return [] }
        server?.retryAt = nil
        return server?.summary == nil ? openServer() : refreshAnnotations(animated: false)
    }

    private mutating func openServer() -> [Effect] {
        loading = .reading(fraction: nil)
        return [.openServer]
    }

    /// Refreshes everything.
    mutating func askServerAgain() -> [Effect] {
        if server?.summary == nil {
            if case .reading = loading { return [] }
            return openServer()
        }
        server?.forgetAnswers()
        server?.question = nil
        server?.nearQuestion = nil
        // The new row count comes with the view.
        let recount = server?.isCounting == true ? [] : [Effect.openServer]
        server?.isCounting = true
        rowLabels = [:]
        rowSummaries = [:]
        let search = search.map {
            $0.rows == nil ? [] : [Effect.matchRows($0.field.text, ticket: $0.rowQuestion.ticket)]
        }
        return refreshAnnotations(animated: true) + findNearby() + readSelection() + readLists()
            + (search ?? []) + recount
    }

    /// The rows that are known have changed: positions among them have, too, and annotations must be rebuilt.
    private mutating func adoptServerRows() {
        guard let server else { return }
        let tree = QuadTree(server.points)
        self.tree = tree
        generation += 1
        let found = matches(server.found)
        if search?.rows != nil { search?.rows = found }
        listNearby()
    }

    // MARK: - Search

    /// Rows whose words hold what was typed.
    mutating func receive(_ answer: MatchAnswer, _ ticket: Int) -> [Effect] {
        guard search?.rowQuestion.ticket == ticket else { return [] }
        server?.found = answer.matches
        server?.isFoundCut = answer.isCut
        search?.rows = nil
        adoptServerRows()
        return refreshAnnotations(animated: false) + receive(matches(answer.matches), ticket)
    }

    mutating func failMatches(_ message: String, _ ticket: Int) -> [Effect] {
        guard search?.rowQuestion.ticket == ticket else { return [] }
        search?.rowQuestion.drop()
        tell(DisplayText(sanitising: message), .error)
        return settleResults()
    }

    private func matches(_ found: [MatchAnswer.Match]) -> RowMatches {
        var positions = PositionSet(capacity: tree.count)
        let listed = found.compactMap { match -> RowMatch? in
            guard let position = tree.position(ofRow: match.row, at: match.place.coordinate) else {
                return nil
            }
            positions.insert(position)
            return RowMatch(row: match.row, position: position)
        }
        return RowMatches(listed: listed, positions: positions, generation: generation)
    }

    // MARK: - Nearby

    /// Asks what is near, unless that is what was asked last.
    mutating func askNearby() -> [Effect] {
        guard let nearby, server?.summary != nil else { return [] }
        let question = NearbyQuestion(
            center: nearby.center, radiusMeters: nearby.radiusMeters,
            limit: nearby.radiusMeters == nil ? Nearby.nearestCount : Nearby.listedCount)
        guard question != server?.nearQuestion else { return [] }
        server?.nearQuestion = question
        return [.askNear(question)]
    }

    mutating func receive(_ rows: [ExportedRow], _ question: NearbyQuestion) -> [Effect] {
        guard server?.nearQuestion == question else { return [] }
        server?.near = rows.map { MatchAnswer.Match(row: $0.row, place: $0.place) }
        server?.isNearCut = rows.count == question.limit && question.radiusMeters != nil
        adoptServerRows()
        return refreshAnnotations(animated: false) + showNearbyRows()
    }

    mutating func failNearby(_ message: String, _ question: NearbyQuestion) -> [Effect] {
        guard server?.nearQuestion == question else { return [] }
        server?.nearQuestion = nil
        tell(DisplayText(sanitising: message), .error)
        return []
    }
}
