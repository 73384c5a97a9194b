import App
import DataSets
import Feeds
import MapSources
import Platform
import RowValues
import Rows
import Runtime
import Streams

/// Events of things that move, printed as they come.
extension Program {
    /// Prints a line for each event, until the source ends, or the event that is waited for.
    func writeEvents(_ paths: [String], _ areas: AskedAreas) throws(UsageError) {
        var feeds = try feedOptions(isOnScreen: false)
        let ending = try options.feed.ending()
        let printer = EventPrinter(asJSON: options.feed.json, ending: ending)
        var alerts = try printedAlerts()
        _ = try options.time.question(always: true)
        if !options.time.windows.isEmpty {
            throw UsageError("--time and --alert cannot be combined (events are printed as they come)")
        }
        let watch = AlertWatch { printer.take($0) }
        feeds.alerts = watch
        let source = try openSource(paths, areas, feeds)
        let name = source.name(of: paths)
        let feed = try detected(source.loader, length: feeds.lengthSeconds, name) as? FeedLoader
        if feed != nil {
            for index in alerts.indices { alerts[index] = try ofThings(alerts[index]) }
            try checkThingFilter()
        } else if source.loader?.isStream != true || options.id == nil {
            throw UsageError("\(name): is not a feed (--alert needs one, or a stream with --id)")
        }
        watch.set(alerts, filter: options.filter)
        printer.begin()
        var problem: UsageError?
        do throws(SourceError) {
            if let feed {
                _ = try feed.read(isCancelled: { false }, progress: { _ in })
            } else if let loader = source.loader {
                problem = try writeEvents(of: loader, watch, length: feeds.lengthSeconds, printer)
            }
        } catch .empty {
            nothingWasHeard(of: name)
        } catch {
            throw UsageError(error.description)
        }
        if let problem { throw problem }
        if ending != nil, !printer.hasEnded { ExitCode.nothing.end() }
        if ending == nil, printer.count == 0, options.feed.length == nil { ExitCode.nothing.end() }
    }

    /// What reads a stream, known by its first bytes, which are waited for; other loaders as they are.
    ///
    /// - Parameter length: for how many seconds it is listened to.
    private func detected(
        _ loader: (any SourceLoader)?, length: Double?, _ name: String
    ) throws(UsageError) -> (any SourceLoader)? {
        guard let stream = loader as? StreamLoader else { return loader }
        let end = length.map { MonotonicClock.now + .milliseconds(Int64($0 * 1000)) }
        do throws(SourceError) {
            return try stream.detected(isCancelled: { end.map { MonotonicClock.now > $0 } ?? false })
        } catch .empty, .cancelled {
            nothingWasHeard(of: name)
        } catch {
            throw UsageError(error.description)
        }
    }

    private func nothingWasHeard(of name: String) -> Never {
        Output.fail("\(name): nothing was heard", code: .nothing)
    }

    /// The alerts, numbered from 1; the view is that of `--bbox`.
    private func printedAlerts() throws(UsageError) -> [Alert] {
        var alerts: [Alert] = []
        for (name, test) in try askedAlerts() {
            var test = test
            if test == nil, case .box(let box, _) = try options.startView(names: .find()) { test = .box(box) }
            guard let test else {
                throw UsageError("--alert \(name): there is no view without a screen (add --bbox)")
            }
            alerts.append(Alert(id: alerts.count + 1, name: name, test))
        }
        return alerts
    }

    /// Of feeds things are left out by the columns of things.
    private func checkThingFilter() throws(UsageError) {
        guard let text = options.filter else { return }
        do throws(FilterProblem) { _ = try ThingFilter(text) } catch {
            throw problem(error, with: text, of: "--where")
        }
    }

    /// How often things that say nothing are looked at.
    private static let tick = Duration.seconds(1)

    /// The events of the rows of a stream, whose messages are judged with each part.
    ///
    /// - Returns: why a filter can never match its rows.
    private func writeEvents(
        of loader: any SourceLoader, _ watch: AlertWatch, length: Double?, _ printer: EventPrinter
    ) throws(SourceError) -> UsageError? {
        let dataSet = LoadedDataSet(loader: loader)
        dataSet.followThings(
            (try? options.feed.times()) ?? ThingTimeChoice(), alerts: watch, reading: options.time.reading)
        let alerts = watch.order.alerts
        let start = MonotonicClock.now
        let end = length.map { start + .milliseconds(Int64($0 * 1000)) }
        var nextTick = start + Self.tick
        var problem: UsageError?
        do throws(SourceError) {
            let last = try dataSet.read(
                isCancelled: {
                    let now = MonotonicClock.now
                    if now >= nextTick {
                        nextTick = now + Self.tick
                        _ = dataSet.passTime()
                    }
                    return printer.hasEnded || problem != nil || end.map { now > $0 } ?? false
                },
                progress: { read in
                    guard problem == nil, let part = read.part else { return }
                    problem = self.problem(of: alerts, part.table.columnNames)
                    if problem == nil { _ = dataSet.adoptPart(part) }
                })
            problem = problem ?? self.problem(of: alerts, last.columnNames)
        } catch .cancelled {}
        return problem
    }

    /// Why a filter cannot test rows with these columns, or their times are not known; nil where all can, and where none are
    /// known yet.
    private func problem(of alerts: [Alert], _ columns: [String]) -> UsageError? {
        guard !columns.isEmpty else { return nil }
        let names = FilterColumns(columns)
        for name in options.time.reading.columns where names.index(of: name) == nil {
            return UsageError("--time-column: no column \(quoted(name))")
        }
        for alert in alerts {
            do throws(FilterProblem) { _ = try alert.bound(to: columns) } catch {
                return problem(error, with: alert.name, of: "--alert")
            }
        }
        do throws(FilterProblem) { _ = try RowFilter(options.filter ?? "").filter(of: columns) } catch {
            return problem(error, with: options.filter ?? "", of: "--where")
        }
        return nil
    }
}
