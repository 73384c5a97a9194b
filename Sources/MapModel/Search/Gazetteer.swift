/// Countries, their regions, and the cities, towns and villages of the world, by number.
///
/// One block of bytes in format "TMG2" (see `GazetteerLayout`), used in place: opening it only checks it, and
/// a look-up reads a few bytes. `init` detects all damage; afterwards nothing traps but a `PlaceID` of
/// another gazetteer.
public struct Gazetteer: Sendable {
    let bytes: [UInt8]
    let layout: GazetteerLayout

    /// Checks the bytes of a file and keeps them.
    ///
    /// - Complexity: O(bytes) for the checksum, a few milliseconds for our file.
    public init(_ bytes: consuming [UInt8]) throws(GazetteerError) {
        layout = try bytes.withUnsafeBytes { Self.checkedLayout(of: $0) }.get()
        self.bytes = bytes
    }

    private static func checkedLayout(of bytes: UnsafeRawBufferPointer) -> Result<
        GazetteerLayout, GazetteerError
    > {
        do throws(GazetteerError) {
            return .success(try GazetteerLayout(checking: bytes))
        } catch {
            return .failure(error)
        }
    }

    /// How many countries, regions and places there are.
    public var count: Int { layout.entryCount }
    /// Countries, the first entries.
    public var countryCount: Int { layout.countryCount }
    /// Regions and subregions.
    public var regionCount: Int { layout.regionCount }
    /// Cities, towns and villages.
    public var placeCount: Int { count - layout.areaCount }

    /// Waters, islands, mountains and airports.
    public var featureCount: Int { layout.featureCount }

    /// All of them in ascending order.
    public var ids: PlaceIDs { PlaceIDs(0..<count) }
    /// The countries.
    public var countries: PlaceIDs { PlaceIDs(0..<layout.countryCount) }
    /// The regions and subregions.
    public var regions: PlaceIDs { PlaceIDs(layout.countryCount..<layout.landCount) }
    /// Waters, islands, mountains and airports.
    public var features: PlaceIDs { PlaceIDs(layout.landCount..<layout.areaCount) }
    /// Those with most people first.
    public var places: PlaceIDs { PlaceIDs(layout.areaCount..<count) }
}
