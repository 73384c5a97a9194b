import App
import CellGraphics
import DataSets
import MapModel
import RowValues
import Rows
import Runtime
import Streams
import Synchronization

/// Prints events as they come.
final class EventPrinter: Sendable {
    private struct State {
        var count = 0
        var hasEnded = false
    }

    private let asJSON: Bool
    private let ending: AlertEvent.Kind?
    private let state = Mutex(State())

    init(asJSON: Bool, ending: AlertEvent.Kind?) { (self.asJSON, self.ending) = (asJSON, ending) }

    var count: Int { state.withLock { $0.count } }
    /// The event that was waited for has come.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Prints the header.
    func begin() {
        if !asJSON { Output.write("time\tevent\talert\tid\tname\tlatitude\tlongitude\n") }
    }

    /// Prints an event; false if it is the last. Emergencies are shown only on the screen; a filter that can match nothing is
    /// reported on standard error.
    func take(_ event: AlertEvent) -> Bool {
        if let problem = event.problem {
            Output.report(["\(event.alert.map { "--alert: \(quoted($0.name))" } ?? "--where"): \(problem)"])
            return true
        }
        guard let kind = event.kind else { return true }
        let isLast = kind == ending
        let mayPrint = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.count += 1
            state.hasEnded = isLast
            return true
        }
        guard mayPrint else { return false }
        Output.write(asJSON ? Self.object(event) : Self.line(event))
        return !isLast
    }

    private static func degrees(_ event: AlertEvent) -> [String] {
        guard let place = event.place else { return ["", ""] }
        return [place.latitudeE7, place.longitudeE7].map { degreesE7 in
            var text: [UInt8] = []
            DecimalText.append(degreesE7: degreesE7, to: &text)
            return String(decoding: text, as: UTF8.self)
        }
    }

    private static func time(_ event: AlertEvent) -> String {
        UTCInstant(milliseconds: event.time)?.description ?? ""
    }

    private static func line(_ event: AlertEvent) -> String {
        let fields =
            [time(event), event.kind?.rawValue ?? "", event.alert?.name ?? "", event.id, event.name]
            + degrees(event)
        return fields.map { DisplayText(sanitising: $0, limit: 500).text }.joined(separator: "\t") + "\n"
    }

    private static func object(_ event: AlertEvent) -> String {
        var object = JSONObject()
        object.add("time", text: time(event))
        object.add("event", text: event.kind?.rawValue ?? "")
        object.add("alert", text: event.alert?.name ?? "")
        object.add("id", text: event.id)
        object.add("name", text: event.name)
        let place = degrees(event)
        object.add("latitude", number: place[0].isEmpty ? "null" : place[0])
        object.add("longitude", number: place[1].isEmpty ? "null" : place[1])
        return object.line
    }
}
