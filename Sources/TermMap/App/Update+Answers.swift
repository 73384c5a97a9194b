import CellGraphics
import MapModel
import Rows

extension AppState {
    /// Takes what came of an effect.
    mutating func receive(_ answer: Answer) -> [Effect] {
        switch answer {
        case .data(.success(let data)): return receive(data)
        case .data(.failure(let error)), .server(.failure(let error)): failLoading(error)
        case .reload(.success(let reloaded)): return receive(reloaded.data, reloaded.reload)
        case .reload(.failure(let error)): return failReload(error)
        case .server(.success(let opened)): return receive(opened.summary, opened.reload)
        case .rows(.success(.known(let rows)), let query): return receive(rows, of: query)
        case .rows(.success(.counted(let choice)), let query): return receive(choice, of: query)
        case .rows(.failure(let failure), let query): return receive(failure, of: query)
        case .things(let data): return receive(things: data)
        case .headings(let headings, let numbering): receive(headings: headings, numbering: numbering)
        case .band(let counts, let question): receive(counts, of: question)
        case .fold(let fold, let question): receive(fold, of: question)
        case .timeOutline(let result, let query): receive(outline: result, of: query)
        case .serverBand(let result, let question): receive(bars: result, of: question)
        case .serverFold(let result, let question): return receive(fold: result, of: question)
        case .serverMoments(let result, let question): return receive(moments: result, of: question)
        case .view(let result, let ticket): return receive(view: result, ticket)
        case .near(let result, let question): return receive(near: result, question)
        case .members(let result, let ticket): return receive(members: result, ticket)
        case .marked(let result, let ticket): receive(marked: result, ticket)
        case .matches(let result, let ticket): return receive(matches: result, ticket)
        case .matchCount(let result, let ticket): return receive(matchCount: result, ticket)
        case .columns(let columns, let numbering): return receive(columns, numbering)
        case .areas(let areas): data.filterAreas = areas
        case .values(.success(let values), let numbering): receive(values, numbering)
        case .values(.failure(let error), _): report(data.words(of: error), .error)
        case .labels(let labels): receive(labels)
        case .summaries(let summaries): return receive(summaries)
        case .changes(let answer): receive(changes: answer)
        case .changeListing(let listing, let ticket): return receive(listing, ticket: ticket)
        case .readingsCompared(let counts): return receive(readings: counts)
        case .readingsShown(.success(let data), let areShown): return receive(readings: data, areShown)
        case .readingsShown(.failure(let error), _): report(error.onScreen, .error)
        case .changedColumns(let columns, let generation): receive(columns, generation: generation)
        case .record(let result, let ticket): selection.receive(result, ticket)
        case .summary(let result, let ticket): selection.receive(result, ticket)
        case .arranged(let positions, let ticket): return receive(positions, arrangedFor: ticket)
        case .table(let answer): return receive(answer)
        case .areaListing(let listing, let ticket): return receive(listing, ticket: ticket)
        case .addressGroups(let groups, let ticket): return receive(groups, ticket: ticket)
        case .journeys(let answer, let ticket): return receive(answer, ticket: ticket)
        case .inside(let points, let ticket): return receive(inside: points, ticket)
        case .writtenRow(.success(let bytes)): return copy(bytes, "The row")
        case .writtenRow(.failure(let error)): report(error.onScreen, .error)
        case .savedRows(let path, let count, let problem): noteSaved(path, count, problem)
        case .atlas(let result): return receive(result)
        case .names(let indexing, let generation): return receive(indexing, generation)
        case .found(let matches, let ticket): return receive(matches, ticket)
        case .places(let matches, let ticket): return receive(matches, ticket)
        case .placesReady: break
        case .streets(.success(let description)): return receive(description)
        case .streets(.failure(let error)): failStreets(error)
        case .streetsDrawn(let problem, let isOffline): receiveStreets(problem: problem, isOffline: isOffline)
        case .spot(let findings, let coordinate): receive(findings, at: coordinate)
        case .picture(let path, let problem):
            report(problem ?? "Saved \(path)", problem == nil ? .information : .error)
        }
        return []
    }

    private mutating func noteSaved(_ path: String, _ count: Int, _ problem: KeyedText?) {
        // One that was cancelled a moment too late is there all the same.
        if screen.rowFile?.path == path { screen.rowFile = nil }
        let noun = savedJourney(in: SaveRequest(path: path, replaces: false))?.noun ?? "row"
        let arePoints = noun == "row" && RowFormat(path: path) == .geojson && data.losesShapes
        let saved: KeyedText =
            "Saved \(count.counted(noun)) as \(path)" + (arePoints ? ", lines and areas as points" : "")
        report(problem ?? saved, problem == nil ? .information : .error)
    }
}
