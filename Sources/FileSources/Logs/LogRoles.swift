import RowValues
import Rows
import Streams

/// What the columns of a log are for, by the values of its first lines.
struct LogRoles {
    let places: LogPlaces
    let roles: ColumnRoles
    /// A line for each decision, for `--columns`.
    let reasons: [String]
    let notices: [String]

    private static let sampleLimit = 100
    /// Columns whose values nobody looks for by words.
    private static let unsearched: Set = [
        "line", "time", "status", "bytes", "pid", "protocol", "priority", "latitude", "longitude",
    ]
    /// What rows of logs are called, where they are no messages.
    private static let labels = ["message", "text", "msg", "path", "uri", "cs-uri-stem", "request", "ip"]
    private static let addresses: Set = ["ip", "forwarded"]

    /// - Throws: where the user named columns that there are not.
    init(
        _ reader: any LogLineReader, head: ByteRun, lines: Int, _ options: ColumnOptions, _ clock: LogClock
    ) throws(ColumnError) {
        let names = ["line"] + reader.columnNames
        let sample = Self.sample(reader, head, clock)
        var detected: DetectedColumns?
        // Of lines that name their fields the address of the client is known.
        let known = reader is HeadedReader && options.places?.isAsked != true ? Array(names.prefix(2)) : names
        let addressed = Self.addressed(known, sample, options)
        do throws(ColumnError) {
            if addressed == nil {
                detected = try ColumnDetection(
                    names: known, hasHeader: true, sample: sample, options: options
                ).detected()
            }
        } catch {
            switch error {
            case .noSuchColumn, .ambiguousName, .noPartner, .sameColumnTwice, .noPlaceNames: throw error
            default: break
            }
        }
        places = Self.places(
            reader, addressed.map { .places($0.roles) } ?? detected?.coordinates, detected, sample, names,
            options)
        let found = try FeatureRoles(names: names, sample: sample, options: options).found()
        let label =
            options.label != nil
            ? found.roles.label
            : Self.labels.lazy.compactMap { names.firstIndex(of: $0) }.first ?? found.roles.label
        let id = options.id == nil ? nil : found.roles.id
        let others = names.indices.filter { $0 != label && $0 != id && !Self.unsearched.contains(names[$0]) }
        roles = ColumnRoles(
            label: label, id: id,
            searched: ([label, id].compactMap(\.self) + others).reduce(into: []) {
                if !$0.contains($1) { $0.append($1) }
            })
        let isPlaced = if case .none = places { false } else { true }
        notices = isPlaced ? addressed?.notices ?? detected?.notices.map(\.description) ?? [] : []
        reasons = Self.reasons(places, names, label)
    }

    /// The column of addresses, where none is called as coordinates are: numbers of a log are seldom degrees.
    private static func addressed(
        _ names: [String], _ sample: ColumnSample, _ options: ColumnOptions
    ) -> DetectedPlaces? {
        guard options.namesNoCoordinates, ColumnNames(names).placeColumns == nil,
            let found = try? options.places?.find(names, true, sample), found.roles.address != nil
        else { return nil }
        return found
    }

    private static func places(
        _ reader: any LogLineReader, _ coordinates: DetectedColumns.Coordinates?,
        _ detected: DetectedColumns?, _ sample: ColumnSample, _ names: [String], _ options: ColumnOptions
    ) -> LogPlaces {
        if reader.placeColumns != nil { return .inText }
        switch coordinates {
        case .pair(let latitude, let longitude)
        where detected?.unitsPerDegree == 1
            // Numbers of a log are mostly times and sizes: only names say that they are degrees.
            && (options.latitude != nil || ColumnNames(names).placeColumns != nil):
            let mark = sample.decimalMark(of: [latitude, longitude])
            return .columns(
                LogPair(latitude: latitude, longitude: longitude, parser: NumberParser(decimalMark: mark)))
        case .places(let roles):
            // Words of messages are no towns.
            let isWanted =
                options.places?.isAsked == true || reader.namesColumns
                || reader.learnsColumns && roles.address != nil
                || roles.columns.allSatisfy { addresses.contains(names[$0]) }
            return isWanted && !roles.columns.isEmpty ? .later(roles) : .none
        default: return .none
        }
    }

    private static func reasons(
        _ places: LogPlaces, _ names: [String], _ label: Int?
    ) -> [String] {
        let place =
            switch places {
            case .inText: "places: the coordinates in the text"
            case .columns(let pair):
                "places: columns \(quoted(names[pair.latitude])) and \(quoted(names[pair.longitude]))"
            case .later(let roles):
                "places: \(roles.columns.map { quoted(names[$0]) }.joined(separator: ", "))"
            case .none: "places: none"
            }
        return [place, label.map { "label: column \($0 + 1), \(quoted(names[$0]))" } ?? "label: none"]
    }

    /// The fields of the first lines.
    private static func sample(_ reader: any LogLineReader, _ head: ByteRun, _ clock: LogClock)
        -> ColumnSample
    {
        var fields = LogFields(columnCount: reader.columnNames.count + 1)
        var records: [[[UInt8]]] = []
        var (next, number) = (0, 0)
        var reader = reader
        while next < head.count, records.count < sampleLimit {
            var cursor = LineCursor(head, next..<head.count)
            let end = cursor.text(before: 10)?.upperBound ?? head.count
            let text = LogScan.text(next..<end, in: head, isFirst: number == 0)
            number += 1
            next = end + 1
            let line = LogLine(bytes: head, range: text, number: number, clock: clock)
            fields.begin()
            guard reader.read(line, into: &fields) else { continue }
            if fields.hasNews, let learnt = reader.learning(from: line) {
                reader = learnt
                fields = LogFields(columnCount: reader.columnNames.count + 1)
                continue
            }
            let values = reader.columnNames.indices.map { column in
                fields.with(column + 1, in: head) { Array($0) }
            }
            records.append([Array(String(number).utf8)] + values)
        }
        return ColumnSample(records: records)
    }
}
