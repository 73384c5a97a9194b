import CellGraphics

/// The files that the program ships: the basemap and the names of places.
struct ShippedData: Sendable {
    private(set) var basemap = BasemapData(basemap: nil, coastDetail: nil, labels: [])
    /// The names of places, once read.
    private(set) var atlas: Atlas?
    /// The names of places are being read.
    var isAtlasAwaited = false
    /// Why place names cannot be searched, one line.
    private(set) var atlasError: String?

    /// What is missing or damaged, a line each.
    var faults: [String] { basemap.faults + (atlasError.map { [$0] } ?? []) }

    mutating func receive(_ basemap: BasemapData) { self.basemap = basemap }

    mutating func receive(_ result: Result<Atlas, AtlasError>) {
        isAtlasAwaited = false
        switch result {
        case .success(let atlas): self.atlas = atlas
        case .failure(let error): atlasError = error.message
        }
    }
}
