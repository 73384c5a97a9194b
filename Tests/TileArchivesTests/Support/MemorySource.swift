import MapModel
import Platform
import Synchronization

@testable import Streams
@testable import TileArchives

/// Archives in memory that can be replaced while they are read.
final class MemoryFile: Sendable {
    struct State {
        var bytes: [UInt8]
        var version = 0
        var reads: [Range<Int>] = []
        /// Every so many reads the file is replaced by itself.
        var readsPerVersion = Int.max
    }

    let state: Mutex<State>

    init(_ bytes: [UInt8]) { state = Mutex(State(bytes: bytes)) }

    var reads: [Range<Int>] { state.withLock { $0.reads } }

    var source: MemorySource { MemorySource(file: self, version: state.withLock { $0.version }) }

    func replace(by bytes: [UInt8]) {
        state.withLock {
            $0.bytes = bytes
            $0.version += 1
        }
    }
}

/// One version of a file in memory.
struct MemorySource: RangeSource {
    let file: MemoryFile
    let version: Int
    var name: String { "memory.pmtiles" }

    func bytes(in range: Range<Int>, isCancelled: () -> Bool) throws(SourceError) -> [UInt8] {
        if isCancelled() { throw .cancelled }
        let bytes: [UInt8]? = file.state.withLock { state in
            state.reads.append(range)
            if state.reads.count % state.readsPerVersion == 0 { state.version += 1 }
            guard state.version == version else { return nil }
            return Array(state.bytes[range.clamped(to: state.bytes.indices)])
        }
        guard let bytes else { throw .sourceChanged(name) }
        return bytes
    }

    func reopened(isCancelled: () -> Bool) throws(SourceError) -> any RangeSource { file.source }
}

extension PMTilesArchive {
    /// An archive in memory.
    convenience init(bytes: [UInt8]) throws(SourceError) {
        try self.init(source: MemoryFile(bytes).source, isCancelled: { false })
    }
}

extension TileArchive {
    /// The bytes of the tile at an address; nil where there is none.
    func bytes(_ zoom: Int, _ column: Int, _ row: Int) throws -> [UInt8]? {
        guard let id = TileID(zoom: zoom, column: column, row: row) else { return nil }
        return try tile(id, isCancelled: { false }).bytes
    }
}
