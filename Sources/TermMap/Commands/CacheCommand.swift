import ArgumentParser
import FoundationEssentials
import TileArchives

/// `termmap cache`: what is kept of the tiles of servers, and how to get rid of it.
struct CacheCommand: ParsableCommand {
    static let name = "cache"

    static let configuration = CommandConfiguration(
        commandName: "termmap cache", abstract: "Show the size of the tile cache, or empty it.",
        discussion: """
            Tiles of servers (--basemap URL) are kept in $XDG_CACHE_HOME/termmap/tiles, for at least a week \
            and up to --cache-size.
            """)

    @Flag(help: "Remove all tiles from the cache.")
    var clear = false

    func report() throws(UsageError) {
        guard let cache = TileCache(environment: ProcessInfo.processInfo.environment) else {
            throw UsageError("there is no tile cache: neither XDG_CACHE_HOME nor HOME is set")
        }
        if clear {
            let removed = cache.clear()
            return Output.write(
                "removed \(removed.files.counted("file")), \(ByteSize(removed.bytes)), from \(cache.folder)\n"
            )
        }
        Output.write("\(ByteSize(cache.size())) in \(cache.folder)\n")
    }
}

/// A number of bytes as people write it: 512M, 2G, 1048576.
struct ByteSize: CustomStringConvertible {
    let bytes: Int

    init(_ bytes: Int) { self.bytes = bytes }

    /// Nil for what is not a size.
    init?(_ text: String) {
        let units: [(String, Int)] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)]
        var digits = text.uppercased()
        for suffix in ["IB", "B"] where digits.hasSuffix(suffix) { digits.removeLast(suffix.count) }
        let unit = units.first { digits.hasSuffix($0.0) }
        if unit != nil { digits.removeLast() }
        guard let number = Int(digits), number >= 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
        if overflow { return nil }
        self.bytes = bytes
    }

    var description: String {
        switch bytes {
        case (1 << 30)...: (Double(bytes) / Double(1 << 30)).fixed(1) + " GiB"
        case (1 << 20)...: (Double(bytes) / Double(1 << 20)).fixed(1) + " MiB"
        case (1 << 10)...: (Double(bytes) / Double(1 << 10)).fixed(1) + " KiB"
        default: bytes.counted("byte")
        }
    }
}
