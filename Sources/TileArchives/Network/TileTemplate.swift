import MapModel
import Network
import Streams

/// A server with an address for each tile: `https://tiles.example/{z}/{x}/{y}.mvt`.
final class TileTemplate: TileArchive {
    let description: TileArchiveDescription

    private let template: NetworkAddress
    private let downloads: TileDownloads
    /// Rows are counted from the south.
    private let isTMS: Bool

    /// The zooms of tiles that do not name theirs: the defaults of the usual tools.
    static let standardZooms = 0...14

    /// - Parameter description: the name of the template, and what a TileJSON says of its tiles.
    init(
        _ template: NetworkAddress, _ downloads: TileDownloads, _ description: TileArchiveDescription,
        isTMS: Bool = false
    ) {
        self.template = template
        self.downloads = downloads
        self.description = description
        self.isTMS = isTMS
    }

    /// Whether an address is one of each tile.
    static func isTemplate(_ text: String) -> Bool {
        text.contains("{z}") && text.contains("{x}") && (text.contains("{y}") || text.contains("{-y}"))
    }

    func tile(_ id: TileID, isCancelled: () -> Bool) throws(SourceError) -> TileAnswer {
        guard description.zooms.contains(id.zoom), let address = address(of: id) else {
            return TileAnswer(bytes: nil)
        }
        let download = try downloads.download(address, isCancelled: isCancelled)
        guard let bytes = download.bytes, !bytes.isEmpty else {
            return TileAnswer(bytes: nil, isOffline: download.isOffline)
        }
        return TileAnswer(bytes: try decompressed(bytes), isOffline: download.isOffline)
    }

    private func address(of id: TileID) -> NetworkAddress? {
        let southern = (1 << id.zoom) - 1 - id.row
        return NetworkAddress(
            template.secret.replacing("{z}", with: "\(id.zoom)").replacing("{x}", with: "\(id.column)")
                .replacing("{y}", with: "\(isTMS ? southern : id.row)").replacing("{-y}", with: "\(southern)")
        )
    }

    /// Some servers do not say in the header that their tiles are compressed.
    private func decompressed(_ bytes: [UInt8]) throws(SourceError) -> [UInt8] {
        do throws(CompressionFault) {
            return try ByteCompression(head: bytes).decompress(bytes, limit: TileAnswer.byteLimit)
        } catch {
            throw .refused(name: template.host, words: "a tile cannot be decompressed")
        }
    }
}
