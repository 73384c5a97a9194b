import App
import FoundationEssentials
import MapSources
import Runtime
import Streams
import TileArchives

extension Program {
    /// Takes the files of tiles out of those with rows: the first is the street map unless `--basemap` names another.
    func splitTiles(from paths: [String]) throws(UsageError) -> (rows: [String], basemap: String?) {
        var rows: [String] = []
        var tiles: [String] = []
        for path in paths {
            if options.feed.poll != nil {
                rows.append(path)
                continue
            }
            if TileServers.isAddress(path) {
                throw UsageError(
                    "\(quoted(path, limit: 200)) is a web address, from which only tiles are read (--basemap): download "
                        + "the file first, such as curl -sL ADDRESS | termmap -")
            }
            if try isTileFile(path) { tiles.append(path) } else { rows.append(path) }
        }
        if case .tiles(let named) = options.basemap {
            try checkAddress(named)
            tiles.insert(named, at: 0)
        }
        _ = try options.cacheLimit()
        if tiles.count > 1 {
            throw UsageError("\(tiles[1]): a second street map (expected one file of tiles)")
        }
        return (rows, tiles.first)
    }

    /// Rejects text that can be neither a file nor the URL of tiles.
    private func checkAddress(_ name: String) throws(UsageError) {
        if name.isEmpty {
            throw UsageError(
                "--basemap: empty (expected a file, an address of http or https, builtin or none)")
        }
        guard !TileServers.isAddress(name) else {
            let has = ["{z}", "{x}", "{y}"].map(name.contains)
            if has.contains(true), has[0] && has[1], !has[2], !name.contains("{-y}") {
                throw UsageError("--basemap: the address lacks {y} (expected {z}, {x} and {y})")
            }
            return
        }
        if let scheme = name.firstRange(of: "://"), name[..<scheme.lowerBound].allSatisfy(\.isLetter) {
            throw UsageError("--basemap: not an address of http or https: \(name[..<scheme.upperBound])…")
        }
    }

    private func isTileFile(_ path: String) throws(UsageError) -> Bool {
        guard options.source.format == nil, !SourceOpener.isStandardInput(path),
            Input.isRegularFileOrMissing(path)
        else {
            return false
        }
        do throws(SourceError) {
            return try TileArchiveOpener.format(of: path) != nil
        } catch {
            // What cannot be read otherwise is left to the reader of rows, which says why.
            if TileArchiveOpener.isLocked(error) { throw UsageError(error.description) }
            return false
        }
    }

    /// The work on the street map; nil without one.
    func streetWork(_ basemap: String?, isOnScreen: Bool, _ log: ActivityLog?) throws(UsageError)
        -> StreetWork?
    {
        guard let name = basemap else { return nil }
        let isRemote = TileServers.isAddress(name)
        let cache =
            isRemote
            ? TileCache(environment: ProcessInfo.processInfo.environment, byteLimit: try options.cacheLimit())
            : nil
        // What cannot be read is refused before the screen is taken; a server is waited for on it.
        let local = isRemote ? nil : try openLocal(name)
        // A server answers several questions at a time. Without a screen nothing is shown meanwhile, and all blocks at
        // once give the same frame each time.
        return StreetWork(
            threadCount: isRemote ? 6 : 2, batchInterval: isOnScreen ? .milliseconds(40) : .seconds(1 << 30),
            language: Options.language
        ) { isCancelled throws(SourceError) in
            if let local { return local }
            return try TileServers.open(
                name, version: Self.version, cache: cache, onRequest: { log?.note("request \($0)") },
                isCancelled: isCancelled)
        }
    }

    private func openLocal(_ path: String) throws(UsageError) -> any TileArchive {
        do throws(SourceError) {
            return try TileArchiveOpener.open(path: path)
        } catch {
            throw UsageError(error.description)
        }
    }
}
