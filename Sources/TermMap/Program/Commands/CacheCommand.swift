import App
import ArgumentParser
import CellGraphics
import FoundationEssentials
import Platform
import Rows
import Runtime
import Streams
import TileArchives

/// `termmap cache`: what is kept of files that were read and of the tiles of servers, and how to get rid of it.
struct CacheCommand: ParsableCommand {
    static let name = "cache"

    static let configuration = CommandConfiguration(
        commandName: "termmap cache", abstract: "List what is kept in the caches, or remove it.",
        discussion: """
            Indexes of files of 8 MiB and more are kept in $XDG_CACHE_HOME/termmap/saved (default: ~/.cache), \
            up to 4 GiB: coordinates, names of columns, names and columns that were used, and for formats \
            other than CSV all values. Tiles of servers (--basemap URL) are kept in $XDG_CACHE_HOME/termmap/tiles, for at least a week and up to \
            --cache-size.

            termmap cache                list the indexes and the size of the tiles
            termmap cache clear          remove everything
            termmap cache clear FILE     remove the indexes of a file
            """)

    /// What is done.
    enum Action: String, ExpressibleByArgument, CaseIterable { case list, clear }

    @Argument(help: "list or clear.")
    var action = Action.list
    @Argument(help: "The file whose indexes are removed (default: everything is).")
    var file: String?
    @Flag(name: .customLong("clear"), help: "The same as clear.")
    var clears = false
    @OptionGroup(title: "Lock") var lock: LockFlags

    func report() throws(UsageError) {
        let environment = ProcessInfo.processInfo.environment
        var policy = LockPolicy()
        policy.keepCaches(in: environment)
        try lock.enter(policy)
        guard let tiles = TileCache(environment: environment),
            let saved = SavedFolder(environment: environment)
        else { throw UsageError("there is no cache: neither XDG_CACHE_HOME nor HOME is set") }
        guard clears || action == .clear else {
            if file != nil { throw UsageError("cache list takes no file (see --help)") }
            return try list(saved, tiles)
        }
        try remove(saved)
        guard file == nil else { return }
        let removed = tiles.clear()
        Output.write(
            "removed \(removed.files.counted("file")), \(ByteSize(removed.bytes)), from \(tiles.folder)\n")
    }

    private func list(_ saved: SavedFolder, _ tiles: TileCache) throws(UsageError) {
        let files = try files(of: saved)
        let now = Int(Date.now.timeIntervalSince1970)
        if !files.isEmpty { Output.write("source\trows\tsize\tlast used\n") }
        // The index, the names and the columns of a file are one line.
        for (source, parts) in Dictionary(grouping: files, by: { $0.header?.source ?? "unreadable" })
            .sorted(by: { ($1.value[0].usedAt, $0.key) < ($0.value[0].usedAt, $1.key) })
        {
            let name = DisplayText(sanitising: source, limit: 4_096).text
            let rows = parts[0].header.map { String($0.rowCount) } ?? ""
            let size = ByteSize(parts.reduce(0) { $0 + $1.byteCount })
            Output.write("\(name)\t\(rows)\t\(size)\t\(Self.age(now - parts[0].usedAt)) ago\n")
        }
        let total = files.reduce(0) { $0 + $1.byteCount }
        Output.write("\(ByteSize(tiles.size())) in \(tiles.folder)\n\(ByteSize(total)) in \(saved.path)\n")
    }

    /// Removes the indexes of a file, or all.
    private func remove(_ saved: SavedFolder) throws(UsageError) {
        let source = file.map { FilePath.real($0) ?? $0 }
        let files = try files(of: saved).filter { source == nil || $0.header?.source == source }
        let removed = files.filter { (try? saved.remove($0)) == true }
        let bytes = removed.reduce(0) { $0 + $1.byteCount }
        Output.write("removed \(removed.count.counted("file")), \(ByteSize(bytes)), from \(saved.path)\n")
    }

    private func files(of saved: SavedFolder) throws(UsageError) -> [SavedFileInfo] {
        do throws(SavedFault) {
            return try saved.files(layout: SavedSource.layout)
        } catch .absent {
            return []
        } catch {
            throw UsageError(
                "\(saved.path) is not used: \(error.words) (expected a folder that only you may write, no link)"
            )
        }
    }

    /// Seconds in words, rounded down.
    private static func age(_ seconds: Int) -> String {
        switch seconds {
        case 172_800...: "\(seconds / 86_400) d"
        case 7_200...: "\(seconds / 3_600) h"
        case 120...: "\(seconds / 60) min"
        default: "\(max(seconds, 0)) s"
        }
    }
}
