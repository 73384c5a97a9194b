import App
import MapModel
import Platform
import Streams
import Streets
import Synchronization
import TileArchives

/// Reads, decodes and draws the blocks of a street map, on threads of its own.
///
/// What is wanted is replaced by every view: blocks that went out of sight are not begun.
package final class StreetWork: Sendable {
    package typealias Opening = @Sendable (_ isCancelled: () -> Bool) throws(SourceError) -> any TileArchive

    fileprivate struct State {
        var archive: (any TileArchive)?
        var wanted: [BlockID] = []
        /// The tiles of what is wanted: others are not waited for.
        var wantedTiles: Set<TileID> = []
        /// Decoded tiles; nil for one that the archive does not have.
        var tiles = LRUCache<TileID, StreetTile?>(byteLimit: 64 << 20)
        /// Tiles that a thread is reading.
        var inFlight: Set<TileID> = []
        /// The last tile that could not be read: why.
        var failure: String?
        var isOffline = false
        /// Drawn blocks that were not posted yet, and since when they wait.
        var ready: [StreetBlock] = []
        var readySince: Duration?
    }

    private let opening: Opening
    private let language: String?
    private let threadCount: Int
    private let batchInterval: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - threadCount: how many threads read and draw; a network is asked for several tiles at a time.
    ///   - language: two letters of the language that names are wanted in.
    ///   - batchInterval: blocks that are drawn within this time are posted together, so that names are placed once for all.
    package init(
        threadCount: Int = 2, batchInterval: Duration = .milliseconds(40), language: String? = nil,
        opening: @escaping Opening
    ) {
        self.batchInterval = batchInterval
        self.opening = opening
        self.language = language
        self.threadCount = threadCount
    }

    /// Opens the archive.
    package func open() throws(CancellationError) -> Answer {
        .streets(
            try outcome { () throws(SourceError) in
                let archive = try opening { Task.isCancelled }
                state.withLock { $0.archive = archive }
                return archive.description
            })
    }

    /// What is to be drawn from now on.
    func want(_ blocks: [BlockID]) {
        state.withLock { state in
            state.wanted = blocks
            guard let archive = state.archive?.description else { return }
            let slots = blocks.compactMap { Self.plan($0, archive) }.flatMap(\.slots)
            // Those that stand in for a missing tile are wanted, too.
            state.wantedTiles = Set(
                slots.flatMap { slot in
                    (0...BlockPlan.fallbackLevels).compactMap { slot.tile.ancestor(levels: $0) }
                })
        }
    }

    private static func plan(_ block: BlockID, _ archive: TileArchiveDescription) -> BlockPlan? {
        BlockPlan.tileZoom(at: block.zoom, of: archive.zooms).map {
            BlockPlan(block, tileZoom: $0, bounds: archive.bounds)
        }
    }

    // MARK: - Drawing

    /// Draws what is wanted, and posts each block when it is ready.
    package func draw(post: @escaping BackgroundJob.Post) throws(CancellationError) -> Answer {
        let isStopped = Atomic(false)
        let helpers = HelperThreads(count: min(threadCount, state.withLock { $0.wanted.count }) - 1) {
            self.drawAll(post: post) { isStopped.load(ordering: .relaxed) }
        }
        drawAll(post: post) {
            if Task.isCancelled { isStopped.store(true, ordering: .relaxed) }
            return isStopped.load(ordering: .relaxed)
        }
        helpers.join()
        try checkCancellation()
        let rest = state.withLock { $0.takeReady() }
        if !rest.isEmpty { post(.streetBlocksDrawn(rest)) }
        return state.withLock { state in
            defer { state.failure = nil }
            return .streetsDrawn(problem: state.failure, isOffline: state.isOffline)
        }
    }

    private func checkCancellation() throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
    }

    private func drawAll(post: BackgroundJob.Post, isStopped: () -> Bool) {
        while !isStopped(), let (block, archive) = next() {
            guard let plan = Self.plan(block, archive.description) else { continue }
            if let standIn = standIn(for: plan) { deliver(standIn, post) }
            let drawn = plan.draw { tile($0, of: archive, isStopped) }
            if !isStopped(), isWanted(plan) { deliver(drawn, post) }
        }
    }

    /// Posts a block, together with those that were drawn shortly before it.
    private func deliver(_ block: StreetBlock, _ post: BackgroundJob.Post) {
        let now = MonotonicClock.now
        let batch: [StreetBlock] = state.withLock { state in
            state.ready.append(block)
            let since = state.readySince ?? now
            state.readySince = since
            return now - since >= batchInterval ? state.takeReady() : []
        }
        if !batch.isEmpty { post(.streetBlocksDrawn(batch)) }
    }

    private func next() -> (BlockID, any TileArchive)? {
        state.withLock { state in
            guard let archive = state.archive, !state.wanted.isEmpty else { return nil }
            return (state.wanted.removeFirst(), archive)
        }
    }

    private func isWanted(_ plan: BlockPlan) -> Bool {
        state.withLock { state in plan.slots.contains { state.wantedTiles.contains($0.tile) } }
    }

    /// The block from larger tiles that are in memory, where its own are not; nil when nothing is gained.
    private func standIn(for plan: BlockPlan) -> StreetBlock? {
        let known: [TileID: StreetTile]? = state.withLock { state in
            if plan.slots.allSatisfy({ state.tiles.peek($0.tile) != nil }) { return nil }
            var found: [TileID: StreetTile] = [:]
            for slot in plan.slots {
                for id in (0...BlockPlan.fallbackLevels).compactMap({ slot.tile.ancestor(levels: $0) }) {
                    guard let tile = state.tiles.value(id) ?? nil else { continue }
                    found[id] = tile
                    break
                }
            }
            return found.isEmpty ? nil : found
        }
        return known.map { known in
            plan.draw(quality: .standIn) { id in known[id].map { .tile($0) } ?? .none }
        }
    }

    // MARK: - What is here

    /// Dots within which a street counts as hit.
    private static let reachDots = 3.0

    /// All that the tiles have at a coordinate.
    func describe(_ coordinate: Coordinate, zoom: Double) -> [MVTInspector.Finding] {
        let point = WebMercator.project(coordinate)
        guard let archive = state.withLock({ $0.archive }),
            let tileZoom = BlockPlan.tileZoom(at: zoom, of: archive.description.zooms)
        else { return [] }
        let side = Double(1 << tileZoom)
        let (x, y) = (point.x * side, min(max(point.y, 0), 1 - 1e-12) * side)
        let unitsPerDot = Double(StreetTile.extent) * side / (64 * zoom.powerOfTwo)
        guard let id = TileID(zoom: tileZoom, column: Int(x) % Int(side), row: Int(y)),
            let answer = try? archive.tile(id, isCancelled: { Task.isCancelled }), let bytes = answer.bytes
        else { return [] }
        let extent = Double(StreetTile.extent)
        return MVTInspector.findings(
            bytes, x: (x - x.rounded(.down)) * extent, y: (y - y.rounded(.down)) * extent,
            reach: Self.reachDots * unitsPerDot)
    }

    // MARK: - Tiles

    /// A decoded tile. Each is read by one thread only; the others wait for it.
    private func tile(_ id: TileID, of archive: any TileArchive, _ isStopped: () -> Bool) -> BlockPlan.Answer
    {
        enum Turn { case known(StreetTile?), read, wait }
        while !isStopped() {
            let turn: Turn = state.withLock { state in
                if let tile = state.tiles.value(id) { return .known(tile) }
                return state.inFlight.insert(id).inserted ? .read : .wait
            }
            switch turn {
            case .known(let tile): return tile.map { .tile($0) } ?? .none
            case .read: return read(id, of: archive, isStopped)
            case .wait: MonotonicClock.sleep(microseconds: 500)
            }
        }
        return .unavailable
    }

    private func read(_ id: TileID, of archive: any TileArchive, _ isStopped: () -> Bool) -> BlockPlan.Answer
    {
        let isDeepest = id.zoom == archive.description.zooms.upperBound
        // Tiles are used up to three zooms above their own, the deepest for all that are deeper.
        let decoder = MVTDecoder(deepestZoom: isDeepest ? .infinity : Double(id.zoom) + 3, language: language)
        do throws(SourceError) {
            let answer = try archive.tile(id) {
                isStopped() || !self.state.withLock { $0.wantedTiles.contains(id) }
            }
            let tile = answer.bytes.map(decoder.decode)
            state.withLock { $0.receive(tile, at: id, isOffline: answer.isOffline) }
            return tile.map { .tile($0) } ?? .none
        } catch {
            state.withLock { $0.fail(id, error, mayRecover: archive.description.isRemote) }
            return .unavailable
        }
    }
}

extension StreetWork.State {
    fileprivate mutating func takeReady() -> [StreetBlock] {
        defer {
            ready = []
            readySince = nil
        }
        return ready
    }

    fileprivate mutating func receive(_ tile: StreetTile?, at id: TileID, isOffline: Bool) {
        inFlight.remove(id)
        keep(tile, at: id)
        self.isOffline = isOffline
        if let tile, tile.faultCount > 0 {
            failure = "left out \(tile.faultCount.counted("damaged feature")) of a tile"
        }
    }

    private mutating func keep(_ tile: StreetTile?, at id: TileID) {
        tiles.insert(tile, bytes: (tile?.memoryBytes ?? 0) + 100, for: id)
    }

    /// A damaged tile of a file is not read again by each view; a server may recover.
    fileprivate mutating func fail(_ id: TileID, _ error: SourceError, mayRecover: Bool) {
        inFlight.remove(id)
        if error == .cancelled { return }
        failure = error.description
        if !mayRecover { keep(nil, at: id) }
    }
}
