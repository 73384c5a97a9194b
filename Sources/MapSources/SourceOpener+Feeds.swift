import Feeds
import Rows
import Streams

extension FileKind {
    /// Messages about things that move, and recordings of them.
    static let feed = FileKind(
        name: "feed", reader: { input, _ in FeedLoader([FileFeed(input)], options: FeedOptions()) },
        judge: { !FeedDetection.isHistory($0.bytes) && FeedDetection.isFeed($0.bytes) ? .certain : nil })
}

extension SourceOpener {
    /// Whether an argument is the address of a server that sends a feed.
    package static func isFeedAddress(_ path: String) -> Bool { FeedAddress.isMeant(by: path) }

    /// The servers and documents among `paths` that send feeds, connected, and the other paths.
    func feedSources(
        among paths: [String]
    ) throws(SourceError) -> (sources: [any FeedSource], others: [String]) {
        var sources: [any FeedSource] = []
        var others: [String] = []
        for path in paths {
            if FeedAddress.isMeant(by: path) {
                sources.append(try ServerFeed(FeedAddress(path), sending: feeds.sending))
            } else if let interval = feeds.polling {
                let feed = try PolledFeed(
                    path, every: interval, version: feeds.version, refusal: FeedDetection.refusal)
                sources.append(feed)
            } else {
                others.append(path)
            }
        }
        return (sources, others)
    }

    /// The loader of feeds that are shown together; nil without any.
    func feedLoader(
        _ servers: [any FeedSource], _ files: [SourceInput]
    ) throws(SourceError) -> FeedLoader? {
        let sources = servers + files.map { FileFeed($0, replaySpeed: feeds.replaySpeed) }
        guard let first = sources.first else { return nil }
        if feeds.recordPath != nil, sources.count > 1 {
            throw .refused(name: first.name, words: "is not the only feed (--record writes one of them)")
        }
        return FeedLoader(sources, options: feeds)
    }
}
