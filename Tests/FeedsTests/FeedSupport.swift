import MapModel
import Rows
import Streams

@testable import Feeds

/// Reads texts as a feed that was received at one moment, or that has its own times.
func read(
    _ text: String, pace: FeedClock.Pace = .recorded, received: Int64 = 1_795_701_600_000,
    limit: Int = 1_000
) -> FeedReader {
    let reader = FeedReader([("feed", pace)], ThingTimeChoice(), limit: limit)
    reader.feed(Array(text.utf8), from: 0, received: received)
    reader.finish(0, received: received)
    return reader
}

extension FeedReader {
    /// The value of a column of the thing with an id; nil where there is no such thing.
    func value(_ column: String, of id: String) -> String? {
        let table = table(named: "feed", FeedState())
        guard let thing = table.things.first(where: { $0.id == id }),
            let index = table.columnNames.firstIndex(of: column)
        else { return nil }
        return thing.values(table.details, table.sources)[index].text
    }

    var ids: [String] { register.things.map(\.id) }
}

/// A position of BaseStation, seconds after 14:00.
func position(_ id: String, _ seconds: Double, _ latitude: Double, _ longitude: Double) -> String {
    let whole = Int(seconds)
    let clock =
        "14:\(whole / 600)\(whole / 60 % 10):\(whole % 60 / 10)\(whole % 10).\(Int(seconds * 10) % 10)00"
    return
        "MSG,3,1,1,\(id),1,2026/11/26,\(clock),2026/11/26,\(clock),,36000,,,\(latitude),\(longitude),,,0,0,0,0\r\n"
}
