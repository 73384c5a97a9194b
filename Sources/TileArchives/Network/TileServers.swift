import Network
import Streams

/// Tiles from servers that the user names.
package enum TileServers {
    /// Whether a text is meant as an address of http or https, valid or not.
    package static func isAddress(_ text: String) -> Bool { NetworkAddress.isMeant(by: text) }

    /// The ranges of the bytes of an address that must not be shown: user, password and the values of its query.
    package static func secretRanges(in address: [UInt8]) -> [Range<Int>] {
        NetworkAddress.secretRanges(in: address)
    }

    /// Opens the tiles at an address: a template with `{z}`, `{x}` and `{y}`, a TileJSON or a PMTiles archive.
    ///
    /// A template is not asked for anything yet; the other two are asked for what they hold.
    ///
    /// - Parameter version: that of the program, for the server.
    /// - Throws: `.cancelled`, or why there are no vector tiles, without anything secret.
    package static func open(
        _ address: String, version: String, cache: TileCache?, limits: HTTPLimits = HTTPLimits(),
        onRequest: (@Sendable (String) -> Void)? = nil, isCancelled: () -> Bool
    ) throws(SourceError) -> any TileArchive {
        guard let parsed = NetworkAddress(address) else {
            throw .refused(
                name: "address of tiles", words: "is not valid (expected https://host/… without spaces)")
        }
        let downloads = TileDownloads(
            HTTPClient(version: version, limits: limits, onRequest: onRequest), cache: cache)
        return try open(parsed, downloads, isCancelled: isCancelled)
    }

    static func open(
        _ address: NetworkAddress, _ downloads: TileDownloads, isCancelled: () -> Bool
    ) throws(SourceError) -> any TileArchive {
        if TileTemplate.isTemplate(address.secret) {
            try refuseImages(address)
            let description = TileArchiveDescription(
                name: address.name, zooms: TileTemplate.standardZooms, isRemote: true)
            return TileTemplate(address, downloads, description)
        }
        if address.ending == "pmtiles" {
            let source = try HTTPRangeSource(address, downloads, isCancelled: isCancelled)
            return try PMTilesArchive(source: source, isCancelled: isCancelled)
        }
        return try openTileJSON(address, downloads, isCancelled: isCancelled)
    }

    private static func openTileJSON(
        _ address: NetworkAddress, _ downloads: TileDownloads, isCancelled: () -> Bool
    ) throws(SourceError) -> any TileArchive {
        // Always asked for: the addresses in it may change with the data.
        let json = try downloads.download(address, leastFreshSeconds: nil, isCancelled: isCancelled).bytes
        guard let json else {
            throw .refused(name: address.host, words: "no such address on the server (404)")
        }
        let metadata = TileMetadata(json: json)
        guard let template = metadata.tiles.first(where: TileTemplate.isTemplate) else {
            let words =
                "no tiles there (expected a TileJSON, an address with {z}, {x} and {y}, or one that ends with .pmtiles)"
            throw .refused(name: address.name, words: words)
        }
        guard let tiles = address.resolving(template) else {
            throw .refused(
                name: address.host, words: "the TileJSON names tiles that are not at a valid address")
        }
        try refuseImages(tiles, format: metadata.format)
        let description = TileArchiveDescription(
            name: address.name, zooms: metadata.zooms ?? TileTemplate.standardZooms, bounds: metadata.bounds,
            layers: metadata.layers, attribution: metadata.attribution, isRemote: true)
        return TileTemplate(tiles, downloads, description, isTMS: metadata.isTMS)
    }

    private static func refuseImages(_ address: NetworkAddress, format: String = "") throws(SourceError) {
        for kind in ["png", "jpg", "jpeg", "webp"] where address.ending == kind || format == kind {
            throw .refused(name: address.name, words: "has \(kind) tiles (expected vector tiles, MVT)")
        }
    }
}
