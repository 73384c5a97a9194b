import CellGraphics
import Dispatch
import Foundation
import MapModel
import Streams
import Streets
import TileArchives

/// Street maps: the steps from bytes to cells for the worst tile, a cold view, and pans with all tiles at hand.
///
/// The tiles of Florence are not part of the project: `TERMMAP_TILES` names the file.
enum StreetBenchmarks {
    private static let path =
        ProcessInfo.processInfo.environment["TERMMAP_TILES"] ?? "../shared/testdata/tiles/firenze.pmtiles"
    /// The middle of Florence.
    private static let center = WebMercator.project(Coordinate(latitude: 43.7696, longitude: 11.2558))

    static func run() {
        guard let archive = try? TileArchiveOpener.open(path: path) else {
            print("  no tiles at \(path): set TERMMAP_TILES")
            return
        }
        steps(archive)
        cold(archive)
        for zoom in [14.0, 15, 16, 17] { pans(archive, zoom: zoom) }
    }

    private static func tile(_ archive: any TileArchive, _ id: TileID) -> [UInt8]? {
        (try? archive.tile(id, isCancelled: { false }))?.bytes
    }

    /// Each step for the tile with the most bytes.
    private static func steps(_ archive: any TileArchive) {
        let ids = (8700..<8710).flatMap { column in
            (5966..<5978).compactMap { TileID(zoom: 14, column: column, row: $0) }
        }
        guard let worst = ids.max(by: { tile(archive, $0)?.count ?? 0 < tile(archive, $1)?.count ?? 0 }),
            let bytes = tile(archive, worst)
        else { return }
        let reading = Measurement(processorTimeOf: 30) { _ = tile(archive, worst) }
        let decoder = MVTDecoder()
        var decoded = StreetTile()
        let decoding = Measurement(processorTimeOf: 30) { decoded = decoder.decode(bytes) }
        let id = BlockID(zoom: 16, column: worst.column, row: worst.row)
        let plan = BlockPlan(id, tileZoom: 14)
        let drawing = Measurement(processorTimeOf: 30) { _ = plan.draw { _ in .tile(decoded) } }
        print("  worst tile, \(bytes.count) bytes, \(decoded.features.count) features:")
        print("    read and unpack  \(reading.summary)")
        print("    decode           \(decoding.summary)")
        print("    draw             \(drawing.summary)")
    }

    private static func frame(_ zoom: Double, _ columns: Int, _ rows: Int, east: Int = 0) -> StreetView.Frame
    {
        let viewport = Viewport(center: center, zoom: zoom, size: DotSize(columns: columns, rows: rows))
        let origin = viewport.origin
        return StreetView.Frame(
            zoom: zoom, column: origin.x / 2 + east, row: origin.y / 4, width: columns, height: rows)
    }

    /// Everything from the file to the names of a view, on two threads.
    private static func cold(_ archive: any TileArchive) {
        let frame = frame(16, 240, 64)
        let times = Measurement(count: 20) { _ in
            let plans = frame.blocks.map { BlockPlan($0, tileZoom: 14) }
            let ids = Array(Set(plans.flatMap(\.slots).map(\.tile)))
            nonisolated(unsafe) var tiles = [StreetTile?](repeating: nil, count: ids.count)
            tiles.withUnsafeMutableBufferPointer { buffer in
                nonisolated(unsafe) let buffer = buffer
                DispatchQueue.concurrentPerform(iterations: ids.count) { index in
                    buffer[index] = tile(archive, ids[index]).map(MVTDecoder().decode)
                }
            }
            let known = Dictionary(uniqueKeysWithValues: zip(ids, tiles))
            nonisolated(unsafe) var blocks = [StreetBlock?](repeating: nil, count: plans.count)
            blocks.withUnsafeMutableBufferPointer { buffer in
                nonisolated(unsafe) let buffer = buffer
                DispatchQueue.concurrentPerform(iterations: plans.count) { index in
                    buffer[index] = plans[index].draw { id in (known[id] ?? nil).map { .tile($0) } ?? .none }
                }
            }
            let drawn = Dictionary(uniqueKeysWithValues: zip(frame.blocks, blocks))
            _ = names(StreetView(frame) { drawn[$0] ?? nil }, LabelMemory())
        }
        print("  cold view, zoom 16, 240x64, wall time: \(times.summary)")
    }

    private static func names(_ view: StreetView, _ memory: LabelMemory) -> LabelMemory {
        let area = CellRect(column: 0, row: 0, width: view.frame.width, height: view.frame.height)
        var placer = LabelPlacer(
            view: view, surroundings: .init(taken: CellOccupancy(area: area)), memory: memory)
        placer.placeAll()
        return placer.memory
    }

    /// Pans by a cell with all blocks at hand: cells are copied, names are placed.
    private static func pans(_ archive: any TileArchive, zoom: Double) {
        guard let tileZoom = BlockPlan.tileZoom(at: zoom, of: archive.description.zooms) else { return }
        var tiles: [TileID: StreetTile?] = [:]
        var blocks: [BlockID: StreetBlock] = [:]
        var memory = LabelMemory()
        var east = 0
        func block(_ id: BlockID) -> StreetBlock {
            if let known = blocks[id] { return known }
            let drawn = BlockPlan(id, tileZoom: tileZoom).draw { id in
                if tiles[id] == nil { tiles[id] = .some(tile(archive, id).map(MVTDecoder().decode)) }
                return (tiles[id] ?? nil).map { .tile($0) } ?? .none
            }
            blocks[id] = drawn
            return drawn
        }
        for step in 0..<400 { for id in frame(zoom, 240, 64, east: step).blocks { _ = block(id) } }
        var view: StreetView?
        let composing = Measurement(processorTimeOf: 400) {
            east = (east + 1) % 400
            view = StreetView(frame(zoom, 240, 64, east: east)) { blocks[$0] }
        }
        let naming = Measurement(processorTimeOf: 400) {
            east = (east + 1) % 400
            view = StreetView(frame(zoom, 240, 64, east: east)) { blocks[$0] }
            if let view { memory = names(view, memory) }
        }
        print("  pan, zoom \(zoom), 240x64: cells \(composing.summary)")
        print("                          and names \(naming.summary)")
    }
}
