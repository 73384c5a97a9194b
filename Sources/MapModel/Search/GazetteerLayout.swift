/// Where everything lies in a gazetteer file, format "TMG2", little endian.
///
/// ```
/// 40 bytes   "TMG2", then u32: version (2), countries C, regions R, features F, places P, districts D,
///            bytes of names, bytes of district names, bytes of shapes
/// columns    for the E = C + R + F + P entries:
///              i32 latitude, i32 longitude (1e-7°), u32 population, u32 end of its names,
///              u16 region (its number among the regions, 65535: none),
///              u16 district (its number + 1, 0: none), u8 country (its number, 255: none),
///              u8 traits: bits 0-1 kind, 2-3 capital, 4-7 rank (15: none)
/// features   u8 kind, for the F features
/// boxes      for the C + R + F areas: i32 south, west, north, east (1e-7°)
/// codes      for the C + R + F areas: 8 ASCII letters, zero padded: a country's two at 0 and three at 4,
///            a region's letters or nothing, an airport's IATA at 0 and ICAO at 4
/// shapes     u32 end of its shape, for the C + R areas
/// districts  u32 end of its name, for each district
/// names      UTF-8: the main name, then alternates, a line feed between them
/// names of districts, UTF-8
/// shapes, see `AreaShape`
/// 16 bytes   checksum
/// ```
/// Every column and blob is padded with zeros to a multiple of 4. Offsets follow from the counts.
struct GazetteerLayout: Sendable {
    static let magic = Array("TMG2".utf8)
    static let version = 2
    static let headerSize = 40
    static let checksumSize = 16
    static let noRegion = 0xFFFF
    static let noRank = 15
    static let noCountry = 255
    /// Larger counts would not fit the columns.
    private static let maximumCount = 1 << 26

    let countryCount: Int
    let regionCount: Int
    let featureCount: Int
    let entryCount: Int
    let districtCount: Int

    let latitudes: Int
    let longitudes: Int
    let populations: Int
    let nameEnds: Int
    let regions: Int
    let districts: Int
    let countries: Int
    let traits: Int
    let features: Int
    let boxes: Int
    let codes: Int
    let shapeEnds: Int
    let districtEnds: Int
    let names: Range<Int>
    let districtNames: Range<Int>
    let shapes: Range<Int>
    let fileSize: Int

    /// Countries and regions, which have shapes and hold other entries.
    var landCount: Int { countryCount + regionCount }
    /// Entries with a box and codes.
    var areaCount: Int { landCount + featureCount }

    /// The layout that a header describes; nil when it is not the header of a gazetteer.
    init?(header bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headerSize, bytes.prefix(4).elementsEqual(Self.magic) else { return nil }
        let numbers = (1..<10).map { Int(bytes.number(at: 4 * $0, as: UInt32.self)) }
        guard numbers[0] == Self.version, numbers.allSatisfy({ $0 <= Self.maximumCount }) else { return nil }
        countryCount = numbers[1]
        regionCount = numbers[2]
        featureCount = numbers[3]
        entryCount = numbers[1] + numbers[2] + numbers[3] + numbers[4]
        districtCount = numbers[5]
        let lands = numbers[1] + numbers[2]
        let areas = lands + numbers[3]
        var end = Self.headerSize
        func section(_ length: Int) -> Int {
            defer { end += (length + 3) & ~3 }
            return end
        }
        latitudes = section(4 * entryCount)
        longitudes = section(4 * entryCount)
        populations = section(4 * entryCount)
        nameEnds = section(4 * entryCount)
        regions = section(2 * entryCount)
        districts = section(2 * entryCount)
        countries = section(entryCount)
        traits = section(entryCount)
        features = section(featureCount)
        boxes = section(16 * areas)
        codes = section(8 * areas)
        shapeEnds = section(4 * lands)
        districtEnds = section(4 * districtCount)
        let namesStart = section(numbers[6])
        names = namesStart..<namesStart + numbers[6]
        let districtsStart = section(numbers[7])
        districtNames = districtsStart..<districtsStart + numbers[7]
        let shapesStart = section(numbers[8])
        shapes = shapesStart..<shapesStart + numbers[8]
        fileSize = end + Self.checksumSize
    }
}

extension UnsafeRawBufferPointer {
    /// The little-endian number at a byte offset, which must leave room for it.
    @inline(__always)
    func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
