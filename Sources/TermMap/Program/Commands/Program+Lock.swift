import App
import CTerminalGuard
import CellGraphics
import DataSets
import FoundationEssentials
import MapSources
import Places
import Platform
import Receivers
import RowValues
import Runtime
import Streams
import TileArchives

extension LockFlags {
    /// Gives up what the policy does not need.
    ///
    /// - Throws: what is missing, where `--locked` asks for all of it.
    func enter(_ policy: LockPolicy) throws(UsageError) {
        if locked, !lock { throw UsageError("--locked and --no-lock cannot be combined") }
        guard lock else { return Confinement.leaveOff() }
        let status = Confinement.enter(policy)
        guard_set_stopper { FileBroker.stopGroup() }
        guard !locked || status.isWhole else {
            throw UsageError("--locked: \(status.lines.first ?? "not locked")")
        }
    }
}

extension LockPolicy {
    /// Endings of pictures and rows that can be saved from the screen.
    private static let savable = [
        "csv", "ndjson", "jsonl", "geojson", "json", "gpx", "svg", "html", "htm", "ansi", "ans", "txt",
    ]

    /// Adds a set of areas: a file, one with a name before it, or none.
    mutating func readAreas(_ asked: String) {
        if AreaOptions.isFile(asked) { return read(asked) }
        guard let sign = asked.firstIndex(of: "=") else { return }
        let path = String(asked[asked.index(after: sign)...])
        if AreaOptions.isFile(path) { read(path) }
    }

    /// Adds databases of addresses.
    mutating func readAddresses(_ flags: AddressFlags) {
        guard !flags.noGeoip else { return }
        files.formUnion(flags.geoip)
        if flags.geoip.isEmpty { folders.formUnion(AddressFolders().paths) }
    }

    /// Adds what lies in the data folder.
    mutating func readShipped() { dataFolder = DataFolder.find().path }

    /// Adds a file, pattern, folder, server or standard input as the user named it.
    ///
    /// - Parameter again: another file of its name may be read later; programs open that by its name, too.
    mutating func read(_ path: String, again: Bool = false) {
        if path.hasPrefix(FileBytes.bundledFolder) { return }
        if SourceOpener.isStandardInput(path) {
            makesTemporaryFiles = true
            return programs.formUnion(NamedFile.gdal)
        }
        if SourceOpener.servers.contains(where: { $0.isAddress(path) }) || SourceOpener.isFeedAddress(path)
            || TileServers.isAddress(path)
        {
            return connect(to: path)
        }
        guard let file = NamedFile(path) else {
            files.insert(path)
            programs.formUnion(NamedFile.allPrograms)
            makesTemporaryFiles = true
            // A pattern, or a file that may appear later.
            guard let folder = FilePattern.folder(path) else { return }
            folders.insert(folder)
            // What is no link to another folder lies in this one.
            for file in FilePattern.paths(path) where FilePath.linkTarget(file) != nil { read(file) }
            return
        }
        if file.isFolder { folders.insert(path) } else { files.insert(path) }
        if file.needsCompanions || again && file.isOpenedByName { folders.formUnion(file.folders) }
        companions.formUnion(file.writtenCompanions)
        programs.formUnion(file.programs)
        if file.isFolder || file.isOpenedByName { makesTemporaryFiles = true }
    }

    /// Adds a file whose place another takes again and again.
    mutating func readAgain(_ path: String) {
        guard !TileServers.isAddress(path), !SourceOpener.isFeedAddress(path) else { return }
        let end = path.lastIndex(of: "/")
        folders.insert(end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }

    /// Adds the ports that an address names, and those of its kind.
    private mutating func connect(to address: String) {
        let environment = ProcessInfo.processInfo.environment
        let settles = ["PGSERVICE", "http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"]
        let isElsewhere =
            address.contains("service=") || settles.contains { environment[$0]?.isEmpty == false }
        guard !isElsewhere else { return ports = .any }
        var named = Self.numbers(in: address)
        named.formUnion([80, 443, 5432, 8123, 8443, 9000].filter { Self.isUsual($0, for: address) })
        if let port = environment["PGPORT"].flatMap({ UInt16($0) }) { named.insert(port) }
        connect(to: named)
    }

    /// Adds ports.
    mutating func connect(to named: Set<UInt16>) {
        switch ports {
        case .any: break
        case .none: ports = .only(named)
        case .only(let others): ports = .only(others.union(named))
        }
    }

    /// Ports that an address without a number means.
    private static func isUsual(_ port: UInt16, for address: String) -> Bool {
        if TileServers.isAddress(address) { return port == 80 || port == 443 }
        if address.lowercased().hasPrefix("clickhouse") { return port == 8123 || port == 8443 }
        return port == 5432
    }

    /// Numbers behind a colon or `port=`, one of which is the port.
    private static func numbers(in address: String) -> Set<UInt16> {
        var numbers: Set<UInt16> = []
        for mark in [":", "port=", "port%3D"] {
            for part in address.split(separator: mark).dropFirst() {
                if let port = UInt16(part.prefix(while: \.isNumber)), port > 0 { numbers.insert(port) }
            }
        }
        return numbers
    }

    /// Adds what a position is read from, and what is kept of it.
    mutating func follow(_ origin: PositionSource.Origin?, outputs: [String?]) {
        switch origin {
        case nil: break
        case .gpsd(let address): connect(to: [address.port])
        case .serial(let path, _):
            devices.insert(path)
            opensLater = true
        case .log(let path, _, _): read(path)
        }
        self.outputs.formUnion(outputs.compactMap(\.self))
        // A track goes on where it ended.
        files.formUnion(outputs.compactMap(\.self).filter { FilePath.allows(.reading, $0) })
    }

    /// Adds what is kept of files that were read.
    mutating func keepCaches(in environment: [String: String]) {
        if let folder = CacheFolder.path(environment) { ownFolders["cache"] = folder + "/termmap" }
    }

    /// Adds what the screen needs besides: bookmarks, files saved and reloaded.
    mutating func showScreen(keepsHistory: Bool) {
        opensLater = true
        savedEndings = Self.savable
        let folder = keepsHistory ? ViewFile.stateFolder(ProcessInfo.processInfo.environment) : nil
        if let folder { ownFolders["state"] = folder }
    }
}

extension Program {
    /// What the options make the program need.
    func lockPolicy() throws(UsageError) -> LockPolicy {
        var policy = LockPolicy()
        policy.readShipped()
        let paths = try dataPaths()
        let isOnScreen = isOnScreen
        for path in paths { policy.read(path, again: isOnScreen) }
        if case .tiles(let name) = options.basemap { policy.read(name) }
        for table in options.place.places { policy.read(PlaceTableName(table).path) }
        policy.readAddresses(options.address)
        for area in options.area.areas + options.area.inside { policy.readAreas(area) }
        if let file = options.nearFile { policy.read(file) }
        let position = options.position
        policy.follow(
            try positionOrigin(),
            outputs: [position.saveTrack, position.rules.gpsLog, options.feed.record])
        for alert in options.feed.alerts { policy.readAreas(alert) }
        if options.feed.poll != nil { for path in paths { policy.readAgain(path) } }
        if isOnScreen || options.keys != nil {
            policy.showScreen(keepsHistory: options.history && isOnScreen)
        }
        if keepsCaches(paths) { policy.keepCaches(in: ProcessInfo.processInfo.environment) }
        if options.time.zone != nil { policy.folders.formUnion(ZoneTable.folders) }
        if options.source.crs != nil {
            policy.programs.formUnion(NamedFile.gdal)
            policy.makesTemporaryFiles = true
        }
        if options.source.format.map({ NamedFile.opensByName($0) }) == true || options.source.layer != nil {
            policy.programs.formUnion(NamedFile.allPrograms)
            policy.makesTemporaryFiles = true
            policy.folders.formUnion(paths.flatMap { NamedFile($0)?.folders ?? [] })
        }
        return policy
    }

    /// Whether tiles or indexes are kept: those of large files on the screen, and where some were kept before.
    private func keepsCaches(_ paths: [String]) -> Bool {
        if case .tiles(let name) = options.basemap, TileServers.isAddress(name) { return true }
        guard options.cache, let folder = SavedFolder(environment: ProcessInfo.processInfo.environment) else {
            return false
        }
        let isLarge = paths.contains { (FileIdentity(path: $0)?.size ?? 0) >= SavedIndex.smallestSource }
        return isLarge && isOnScreen || FilePath.allows(.knowing, folder.path)
    }

    /// Whether the terminal will be taken.
    var isOnScreen: Bool {
        if printsEvents { return false }
        let isFrame = options.once || options.list || options.measure || options.output?.picture != nil
        return !isFrame && (Descriptor.isTerminal(Descriptor.output) || options.picker.picks)
    }
}
