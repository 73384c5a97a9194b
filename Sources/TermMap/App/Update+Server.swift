import CellGraphics
import MapModel
import MapSources

extension AppState {
    /// Rows with a place, wherever they are.
    var rowTotal: Int { origin.rowCount(tree) }
    /// The box of all rows.
    var dataBounds: GeoBounds? { origin.bounds(tree) }
    /// There is nothing that could be shown.
    var hasNoPlaces: Bool { origin.isEmpty(tree, sources) }
    /// What the source of the rows is doing.
    var activity: DataActivity { isReloading ? .reloading : origin.activity(loading, at: now) }

    /// The connection stands.
    mutating func receive(_ summary: SourceSummary) -> [Effect] {
        let before = origin.server?.summary
        loading = .done
        isReloading = false
        origin.server?.open(summary)
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
        guard let limit = origin.server?.limit, origin.server?.summary != nil else { return [] }
        let question = ViewportQuestion(window: window, grid: grid, limit: limit)
        guard let ticket = origin.server?.ask(question) else { return [] }
        if let kept = origin.server?.kept(question) { _ = rowsChanged(.cached(kept)) }
        return [.askView(question, ticket: ticket)]
    }

    mutating func receive(_ answer: ViewportAnswer, _ ticket: Int) -> [Effect] {
        guard let server = origin.server, server.ticket == ticket else { return [] }
        // It answers again: the message that it did not is over.
        if server.failures > 0, message?.kind == .error { message = nil }
        let hadSelection = selection != nil
        let effects = rowsChanged(.answered(answer))
        if !answer.notices.isEmpty { _ = note(answer.notices) }
        if hadSelection, selection == nil { tell("The selected row no longer exists", .warning) }
        return effects
    }

    /// The server could not be asked; what was shown stays, and it is asked again after a while, or with the next move.
    mutating func failServer(_ message: String, _ ticket: Int) -> [Effect] {
        guard origin.server?.ticket == ticket else { return [] }
        origin.server?.fail(at: now)
        tell(DisplayText(sanitising: message), .error)
        return []
    }

    /// Asks a server that did not answer once more, when it is time.
    mutating func askServerInTime() -> [Effect] {
        guard origin.server?.takeRetry(at: now) == true else { return [] }
        return origin.server?.summary == nil ? openServer() : refreshAnnotations(animated: false)
    }

    private mutating func openServer() -> [Effect] {
        loading = .reading(fraction: nil)
        return [.openServer]
    }

    /// Refreshes everything.
    mutating func askServerAgain() -> [Effect] {
        if origin.server?.summary == nil {
            if case .reading = loading { return [] }
            return openServer()
        }
        origin.server?.forgetAnswers()
        // The new row count comes with the view.
        let recount = origin.server?.isCounting == true ? [] : [Effect.openServer]
        origin.server?.isCounting = true
        rowLabels = [:]
        rowSummaries = [:]
        let search = search.map {
            $0.rows == nil ? [] : [Effect.matchRows($0.field.text, ticket: $0.rowQuestion.ticket)]
        }
        return refreshAnnotations(animated: true) + findNearby() + readSelection() + readLists()
            + (search ?? []) + recount
    }

    // MARK: - Search

    /// Rows whose words hold what was typed.
    mutating func receive(_ answer: MatchAnswer, _ ticket: Int) -> [Effect] {
        guard search?.rowQuestion.ticket == ticket else { return [] }
        return rowsChanged(.matched(answer)) + receive(serverMatches, ticket)
    }

    mutating func failMatches(_ message: String, _ ticket: Int) -> [Effect] {
        guard search?.rowQuestion.ticket == ticket else { return [] }
        search?.rowQuestion.drop()
        tell(DisplayText(sanitising: message), .error)
        return settleResults()
    }

    /// What the server found, by its positions in the tree.
    var serverMatches: RowMatches {
        var positions = PositionSet(capacity: tree.count)
        let listed = (origin.server?.found ?? []).compactMap { match -> RowMatch? in
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
        guard let nearby, origin.server?.summary != nil else { return [] }
        let question = NearbyQuestion(
            center: nearby.center, radiusMeters: nearby.radiusMeters,
            limit: nearby.radiusMeters == nil ? Nearby.nearestCount : Nearby.listedCount)
        guard question != origin.server?.nearQuestion else { return [] }
        origin.server?.nearQuestion = question
        return [.askNear(question)]
    }

    mutating func receive(_ rows: [ExportedRow], _ question: NearbyQuestion) -> [Effect] {
        guard origin.server?.nearQuestion == question else { return [] }
        return rowsChanged(.near(rows, question)) + showNearbyRows()
    }

    mutating func failNearby(_ message: String, _ question: NearbyQuestion) -> [Effect] {
        guard origin.server?.nearQuestion == question else { return [] }
        origin.server?.nearQuestion = nil
        tell(DisplayText(sanitising: message), .error)
        return []
    }
}
