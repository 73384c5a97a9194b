import Streams

/// Why a PMTiles archive, or one of its tiles, cannot be read.
enum PMTilesFault: Error, Equatable {
    case notPMTiles
    case version(Int)
    /// Its tiles are of another format.
    case tileFormat(String)
    /// The type of its tiles is unknown, and its metadata has no vector layers.
    case unknownTiles
    case compression(Int)
    /// Something ends before its last byte.
    case cutOff(Piece)
    case damagedHeader(String)
    case zooms(min: Int, max: Int)
    case damagedDirectory(String)
    /// Directories refer to directories too often, perhaps in a circle.
    case tooDeep
    /// An entry lies outside of the section that it belongs to, or is empty.
    case outside(Piece)
    case tooLarge(Piece, limit: Int)
    case notDecompressed(Piece, CompressionFault)

    /// What is read from an archive at once.
    enum Piece: String {
        case header, directory, metadata, tile
    }

    var words: String {
        switch self {
        case .notPMTiles: "is not a PMTiles archive"
        case .version(let number):
            "is a PMTiles archive of version \(number) (expected version 3; pmtiles convert updates it)"
        case .tileFormat(let name): "has \(name) tiles (expected vector tiles, MVT)"
        case .unknownTiles: "has tiles of an unknown type and no vector layers (expected vector tiles, MVT)"
        case .compression(let number):
            "has an unknown compression: \(number) (expected none, gzip, Brotli or zstd)"
        case .cutOff(let piece): "ends within its \(piece.rawValue) (a download that was cut off?)"
        case .damagedHeader(let what): "has a damaged PMTiles header: \(what)"
        case .zooms(let min, let max): "has zooms \(min) to \(max) (expected 0 to 30)"
        case .damagedDirectory(let what): "has a damaged PMTiles directory: \(what)"
        case .tooDeep: "has a damaged PMTiles directory: more than \(PMTilesIndex.depthLimit) levels"
        case .outside(let piece):
            "has a damaged PMTiles directory: a \(piece.rawValue) is empty or outside of its section"
        case .tooLarge(let piece, let limit):
            "has a \(piece.rawValue) of more than \(limit >> 20) MiB"
        case .notDecompressed(let piece, let fault): "cannot decompress its \(piece.rawValue): \(fault.words)"
        }
    }
}
