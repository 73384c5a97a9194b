import CellGraphics
import MapModel
import DataSets
import Rows
import Streams

extension AppState {
    /// The connection stands.
    ///
    /// - Parameter reload: what became of the rows of files beside the server, which were read again.
    mutating func receive(_ summary: SourceSummary, _ reload: Reload? = nil) -> [Effect] {
        let before = data.origin.server?.summary
        if let reload { adopt(reload, summary.layers) }
        data.open(summary)
        data.origin.server?.planReopening(at: now)
        if !map.isViewChosen, let bounds = summary.bounds { map.viewport = map.arriving(fitted(to: bounds)) }
        refreshAnnotations(animated: true)
        // Layers that were opened now answer as all rows, and bring columns of their own.
        let hasMoreLayers = before.map { $0.failures.count > summary.failures.count } ?? false
        let mustFilter =
            data.query != data.answeredQuery || (hasMoreLayers || reload != nil) && !data.query.isPlain
        let effects =
            answerRequest() + (mustFilter ? [.chooseRows(data.query)] : [])
            + (data.columnNames.isEmpty || hasMoreLayers || reload != nil ? [.outlineColumns] : [])
            + (reload == nil ? [] : findNearby() + selection.readRecord() + readLists())
        if let failure = summary.failures.first {
            if before?.failures != summary.failures { report(KeyedText(failure), .error) }
            return effects
        }
        if let before, let notice = summary.notices.first(where: { !before.notices.contains($0) }) {
            report(KeyedText(notice: notice), .warning)
        } else if let before {
            report(KeyedText(Self.changes(from: before, to: summary)))
        } else if let reason = data.reasonForNoPlaces {
            report(reason, .error)
        } else if let notice = data.notices.first {
            report(KeyedText(notice: notice), .warning)
        }
        return effects
    }

    /// The server answers about the rows that match; the view is asked again by itself.
    mutating func receive(_ choice: ServerChoice, of query: RowQuery) -> [Effect] {
        guard query == data.query else { return [] }
        data.noteAnswer(to: query)
        data.origin.server?.open(choice)
        panels.table.forgetFetched()
        refreshAnnotations(animated: false)
        let matches = search.session.map { [Effect.matchRows($0.field.text, ticket: $0.rowQuestion.ticket)] }
        return findNearby() + (matches ?? [])
    }

    /// What became of a server's rows since it was asked last.
    private static func changes(from before: SourceSummary, to after: SourceSummary) -> DisplayText {
        let difference = after.rowCount - before.rowCount
        let count: DisplayText = "Refreshed: \(after.rowCount.counted("row"))"
        if before.isEstimate || after.isEstimate || difference == 0 { return count }
        return count + ", \(abs(difference).grouped) \(difference > 0 ? "more" : "fewer")"
    }

    /// Keeps lines that came unasked for `:bad`, and shows the newest.
    mutating func note(_ lines: [String]) {
        if let newest = data.note(lines), screen.message?.kind != .error {
            report("\(DisplayText(sanitising: newest)); \(key: .skipped) lists all", .warning)
        }
    }

    // MARK: - The view

    mutating func receive(view result: Result<ViewportAnswer, SourceError>, _ ticket: Int) -> [Effect] {
        if let asked = map.band?.server?.askedAt {
            map.band?.server?.answerTime = now - asked
            map.band?.server?.askedAt = nil
        }
        guard let server = data.origin.server, server.ticket == ticket else { return [] }
        let answer: ViewportAnswer
        switch result {
        case .success(let found): answer = found
        case .failure(let error):
            // What was shown stays, and the server is asked again after a while, or with the next move.
            data.origin.server?.fail(at: now)
            report(data.words(of: error), .error)
            return []
        }
        // It answers again: the message that it did not is over.
        if server.failures > 0, screen.message?.kind == .error { screen.message = nil }
        let hadSelection = selection.current != nil
        let effects = rowsChanged(.answered(answer))
        note(answer.notices)
        if answer.leftOutShapeCount > 0, screen.message == nil {
            report(
                "\(answer.leftOutShapeCount.counted("more line or area", "more lines and areas")) not drawn: zoom in"
            )
        }
        if hadSelection, selection.current == nil { report("The selected row no longer exists", .warning) }
        return effects
    }

    /// Reconnects when a retry is due; the view is requested as after every update.
    mutating func retryServerIfDue() -> [Effect] {
        if data.origin.server?.takeReopening(at: now) == true {
            return data.origin.server?.forgetAnswers() == true ? [.openServer] : []
        }
        guard data.origin.server?.takeRetry(at: now) == true else { return [] }
        return data.origin.server?.summary == nil ? openServer() : []
    }

    private mutating func openServer() -> [Effect] {
        data.loading = .reading(fraction: nil)
        return [.openServer]
    }

    /// Refreshes everything.
    mutating func refreshFromServer() -> [Effect] {
        if data.origin.server?.summary == nil { return data.isReading ? [] : openServer() }
        // The new row count comes with the view.
        let recount = data.origin.server?.forgetAnswers() == true ? [Effect.openServer] : []
        texts.forget()
        panels.table.forgetFetched()
        refreshAnnotations(animated: true)
        let matches = search.session.map {
            $0.rows == nil ? [] : [Effect.matchRows($0.field.text, ticket: $0.rowQuestion.ticket)]
        }
        return findNearby() + selection.readRecord() + readLists() + (matches ?? []) + recount
    }

    // MARK: - Search

    /// Rows whose words hold what was typed.
    mutating func receive(matches result: Result<MatchAnswer, SourceError>, _ ticket: Int) -> [Effect] {
        guard search.session?.rowQuestion.ticket == ticket else { return [] }
        switch result {
        case .success(let answer): return rowsChanged(.matched(answer)) + receive(serverMatches, ticket)
        case .failure(let error): return failMatches(error)
        }
    }

    mutating func receive(matchCount result: Result<Int, SourceError>, _ ticket: Int) -> [Effect] {
        guard search.session?.rowQuestion.ticket == ticket else { return [] }
        switch result {
        case .success(let count): data.origin.server?.foundTotal = count
        case .failure(let error): return failMatches(error)
        }
        return []
    }

    private mutating func failMatches(_ error: SourceError) -> [Effect] {
        search.session?.rowQuestion.drop()
        report(data.words(of: error), .error)
        return settleResults()
    }

    /// What the server found, as points of the tree.
    var serverMatches: RowMatches {
        var points = PointSet(capacity: data.tree.count)
        let listed = (data.origin.server?.found ?? []).compactMap { match -> RowMatch? in
            guard let index = data.tree.index(ofRow: match.row, at: match.place.coordinate) else {
                return nil
            }
            points.insert(index)
            return RowMatch(row: match.row, index: index)
        }
        return RowMatches(listed: listed, points: points, generation: data.generation)
    }

    // MARK: - Nearby

    /// Asks what is near, unless that is what was asked last.
    mutating func askNearby() -> [Effect] {
        guard let nearby, data.origin.server?.summary != nil else { return [] }
        let question = NearbyQuestion(
            center: nearby.center, radiusMeters: nearby.radiusMeters,
            limit: nearby.radiusMeters == nil ? Nearby.nearestCount : Nearby.listedCount)
        guard question != data.origin.server?.nearQuestion else { return [] }
        data.origin.server?.nearQuestion = question
        return [.askNear(question)]
    }

    mutating func receive(
        near result: Result<[ExportedRow], SourceError>, _ question: NearbyQuestion
    ) -> [Effect] {
        guard data.origin.server?.nearQuestion == question else { return [] }
        switch result {
        case .success(let rows):
            let effects = rowsChanged(.near(rows, question))
            showNearby()
            return effects
        case .failure(let error):
            data.origin.server?.nearQuestion = nil
            report(data.words(of: error), .error)
            return []
        }
    }
}
