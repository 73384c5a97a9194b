import CellGraphics
import MapModel
import Streets
import TileArchives

/// The street map under the rows: what its archive says, the blocks that were drawn, and the names on them.
package struct StreetMap: Sendable {
    package enum Phase: Equatable, Sendable {
        /// No street map was asked for.
        case none
        /// It is being opened.
        case opening
        case open(TileArchiveDescription)
        /// Why it cannot be opened, one line.
        case failed(String)
    }

    package private(set) var phase = Phase.none
    /// Switched off, the basemap that we ship is shown.
    package var isShown = true
    /// The blocks of the view as cells; nil where no tiles cover any of it.
    package private(set) var view: StreetView?
    package private(set) var labels: [StreetLabel] = []
    /// Tiles came from the cache because the server does not answer.
    package private(set) var isOffline = false
    /// Why the last tile failed to load, one line.
    package private(set) var problem: String?

    /// No tile was ever shown, and no message has said so.
    var hasNothingYet = true
    private var blocks = LRUCache<BlockID, StreetBlock>(byteLimit: 64 << 20)
    /// How many blocks were ever drawn.
    private var drawnCount = 0
    private var asked: [BlockID] = []
    /// Blocks that lack tiles are asked for once more at this time.
    private var retryTime: Duration?
    private var memory = LabelMemory()
    private var labelKey: LabelKey?
    private var isViewStale = false
    /// When what is missing was asked for; nil when nothing is.
    private var askedTime: Duration?

    /// When tiles that failed to load are requested again.
    private static let retryDelay = Duration.seconds(2)

    /// What the names were placed for.
    private struct LabelKey: Equatable {
        let frame: StreetView.Frame
        let blockCount: Int
        let badges: [CellRect]
        let rows: [UInt32]
        let attribution: CellRect?
    }

    package var description: TileArchiveDescription? {
        if case .open(let description) = phase { description } else { nil }
    }

    /// The memory that drawn blocks take, roughly.
    package var memoryBytes: Int { blocks.bytes }

    // MARK: - The archive

    package mutating func begin() { phase = .opening }
    package mutating func receive(_ description: TileArchiveDescription) { phase = .open(description) }
    package mutating func fail(_ message: String) { phase = .failed(message) }

    // MARK: - Blocks

    package mutating func receive(_ drawn: [StreetBlock]) {
        for block in drawn {
            // A block that is only a stand-in does not replace a better one.
            if let known = quality(of: block.id), known > block.quality { continue }
            drawnCount += 1
            blocks.insert(block, bytes: block.memoryBytes, for: block.id)
        }
        isViewStale = true
    }

    private func quality(of id: BlockID) -> StreetBlock.Quality? { blocks.peek(id)?.quality }

    /// What was asked for is drawn, as far as it could be.
    package mutating func end(problem: String?, isOffline: Bool, at now: Duration) {
        askedTime = nil
        self.problem = problem
        self.isOffline = isOffline
        retryTime = asked.contains { quality(of: $0) == .incomplete } ? now + Self.retryDelay : nil
    }

    /// What the user should know while the map looks unfinished.
    package enum Activity: Equatable { case loading, offline, incomplete, failed }

    /// Quick answers are not worth a sign.
    private static let patience = Duration.milliseconds(300)

    package func activity(at now: Duration) -> Activity? {
        if case .failed = phase { return .failed }
        guard isShown, description != nil else { return phase == .opening ? .loading : nil }
        if let askedTime, now - askedTime >= Self.patience { return .loading }
        if isOffline { return .offline }
        return problem != nil && retryTime != nil ? .incomplete : nil
    }

    /// How long until a sign of loading appears or turns.
    func timeToNextSign(at now: Duration, step: Duration) -> Duration? {
        guard let askedTime else { return nil }
        return now - askedTime < Self.patience ? Self.patience - (now - askedTime) : step
    }

    /// The file or server, short enough for a line.
    package var name: String? { description.map { Self.shortName(of: $0) } }

    private static func shortName(of description: TileArchiveDescription) -> String {
        let parts = description.name.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        return (description.isRemote && parts.count > 1 ? parts[1] : parts.last) ?? description.name
    }

    /// How long until tiles that failed to load are requested again.
    func timeToRetry(at now: Duration) -> Duration? { retryTime.map { max($0 - now, .zero) } }

    /// The blocks of a view that are missing, unless they were asked for already.
    package mutating func ask(for frame: StreetView.Frame, at now: Duration) -> [BlockID]? {
        guard isShown, let description, BlockPlan.tileZoom(at: frame.zoom, of: description.zooms) != nil
        else {
            return nil
        }
        let isRetry = retryTime.map { $0 <= now } ?? false
        let missing = frame.blocks.filter { id in
            guard let quality = quality(of: id) else { return true }
            return quality == .standIn || isRetry && quality == .incomplete
        }
        if isRetry { retryTime = nil }
        guard missing != asked || isRetry else { return nil }
        asked = missing
        askedTime = missing.isEmpty ? nil : askedTime ?? now
        return missing.isEmpty ? nil : missing
    }

    /// Puts the blocks of a view together.
    mutating func compose(_ frame: StreetView.Frame) {
        let isInReach = description.map { BlockPlan.tileZoom(at: frame.zoom, of: $0.zooms) != nil } ?? false
        guard isShown, isInReach else {
            view = nil
            labels = []
            labelKey = nil
            return
        }
        guard isViewStale || view?.frame != frame else { return }
        isViewStale = false
        let composed = StreetView(frame) { blocks.value($0) }
        view = composed.hasStreets ? composed : nil
        if view != nil { hasNothingYet = false }
        if view == nil { labels = [] }
        labelKey = nil
    }

    // MARK: - Names

    /// Places the names around what else is on the map, unless nothing has changed.
    mutating func placeNames(
        badges: [CellRect], rows: [UInt32], attribution: CellRect?,
        surroundings: () -> LabelPlacer.Surroundings
    ) {
        guard let view else { return }
        let key = LabelKey(
            frame: view.frame, blockCount: drawnCount, badges: badges, rows: rows,
            attribution: attribution)
        guard key != labelKey else { return }
        labelKey = key
        var placer = LabelPlacer(view: view, surroundings: surroundings(), memory: memory)
        placer.placeAll()
        labels = placer.labels
        // Names of a view that is not complete may have better places: they are not remembered.
        if asked.allSatisfy({ quality(of: $0) ?? .standIn > .standIn }) { memory = placer.memory }
    }
}
