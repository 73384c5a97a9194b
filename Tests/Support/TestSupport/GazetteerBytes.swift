/// Writes gazetteers in format "TMG2" for tests, apart from the reader so that one can find the other's slips.
public struct GazetteerBytes: Sendable {
    public struct Entry: Sendable {
        /// 0 country, 1 region, 2 subregion, 3 place, more: a feature.
        public var kind = 3
        public var names = ""
        public var latitudeE7: Int32 = 0
        public var longitudeE7: Int32 = 0
        public var population: UInt32 = 0
        public var region: UInt16 = 0xFFFF
        public var district: UInt16 = 0
        public var country: UInt8 = 0
        public var capital = 0
        public var rank = 15
        /// South, west, north, east.
        public var box: [Int32] = [0, 0, 0, 0]
        public var codes = ("", "")
        /// Packed rings of a country or region.
        public var shape: [UInt8] = []

        public init(kind: Int, names: String, latitude: Double, longitude: Double) {
            self.kind = kind
            self.names = names
            latitudeE7 = Int32((latitude * 1e7).rounded())
            longitudeE7 = Int32((longitude * 1e7).rounded())
        }
    }

    /// Countries first, then regions, features and places.
    public var entries: [Entry]
    public var districts: [String] = []

    public init(_ entries: [Entry]) { self.entries = entries }

    /// The whole file, with its checksum.
    public func encoded() -> [UInt8] {
        let lands = entries.filter { $0.kind < 3 }
        let features = entries.filter { $0.kind > 3 }
        let areas = lands + features
        let names = entries.map { Array($0.names.utf8) }
        let districts = districts.map { Array($0.utf8) }
        let shapes = lands.map(\.shape)
        var bytes = Array("TMG2".utf8)
        for number in [
            2, entries.count { $0.kind == 0 }, entries.count { $0.kind == 1 || $0.kind == 2 }, features.count,
            entries.count { $0.kind == 3 }, districts.count, names.joined().count, districts.joined().count,
            shapes.joined().count,
        ] {
            bytes += Self.little(UInt32(number))
        }
        bytes += Self.column(entries.map(\.latitudeE7))
        bytes += Self.column(entries.map(\.longitudeE7))
        bytes += Self.column(entries.map(\.population))
        bytes += Self.column(Self.ends(names))
        bytes += Self.column(entries.map(\.region))
        bytes += Self.column(entries.map(\.district))
        bytes += Self.column(entries.map(\.country))
        bytes += Self.column(entries.map { UInt8(min($0.kind, 3) | $0.capital << 2 | $0.rank << 4) })
        bytes += Self.column(features.map { UInt8($0.kind) })
        bytes += Self.column(areas.flatMap(\.box))
        for area in areas {
            for code in [area.codes.0, area.codes.1] { bytes += (Array(code.utf8) + [0, 0, 0, 0]).prefix(4) }
        }
        bytes += Self.column(Self.ends(shapes))
        bytes += Self.column(Self.ends(districts))
        bytes += Self.padded(Array(names.joined())) + Self.padded(Array(districts.joined()))
        bytes += Self.padded(Array(shapes.joined()))
        return Self.sealed(bytes)
    }

    /// Some bytes with the checksum that they should end with.
    public static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt64 = 0
        var sumOfSums: UInt64 = 0
        for start in stride(from: 0, to: bytes.count - 3, by: 4) {
            sum &+= bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            sumOfSums &+= sum
        }
        return bytes + little(sum) + little(sumOfSums)
    }

    private static func ends(_ texts: [[UInt8]]) -> [UInt32] {
        var end = 0
        return texts.map {
            end += $0.count
            return UInt32(end)
        }
    }

    private static func column<Number: FixedWidthInteger & Sendable>(_ numbers: [Number]) -> [UInt8] {
        padded(numbers.flatMap(little))
    }

    private static func little<Number: FixedWidthInteger & Sendable>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}

extension GazetteerBytes {
    /// Austria and France with a region each and four places, one of them a suburb and one a village.
    public static let sample: GazetteerBytes = {
        var austria = Entry(kind: 0, names: "Austria\nÖsterreich\nAutriche", latitude: 47.5, longitude: 14.5)
        austria.box = [464_000_000, 95_000_000, 490_000_000, 172_000_000]
        austria.codes = ("AT", "AUT")
        austria.population = 9_000_000
        austria.rank = 4
        var france = Entry(kind: 0, names: "France", latitude: 47, longitude: 2)
        france.box = [414_000_000, -51_000_000, 511_000_000, 96_000_000]
        france.codes = ("FR", "FRA")
        france.country = 1
        var viennaRegion = Entry(kind: 1, names: "Wien", latitude: 48.2, longitude: 16.4)
        viennaRegion.region = 0
        viennaRegion.box = [481_000_000, 162_000_000, 483_000_000, 166_000_000]
        viennaRegion.codes = ("W", "")
        var rhone = Entry(kind: 1, names: "Rhône-Alpes", latitude: 45.5, longitude: 5)
        rhone.region = 1
        rhone.country = 1
        rhone.box = [441_000_000, 37_000_000, 465_000_000, 72_000_000]
        var vienna = Entry(kind: 3, names: "Vienna\nWien\n維也納", latitude: 48.20849, longitude: 16.37208)
        vienna.population = 1_691_468
        vienna.region = 0
        vienna.district = 1
        vienna.capital = 2
        vienna.rank = 1
        var lyon = Entry(kind: 3, names: "Lyon", latitude: 45.74846, longitude: 4.84671)
        lyon.population = 522_250
        lyon.region = 1
        lyon.country = 1
        lyon.capital = 1
        var suburb = Entry(kind: 3, names: "Villeurbanne", latitude: 45.76601, longitude: 4.8795)
        suburb.population = 131_445
        suburb.region = 1
        suburb.country = 1
        var village = Entry(kind: 3, names: "Oingt", latitude: 45.9475, longitude: 4.5814)
        village.country = 1
        var bytes = GazetteerBytes([
            austria, france, viennaRegion, rhone, vienna, lyon, suburb, village,
        ])
        bytes.districts = ["Wien Stadt"]
        return bytes
    }()
}
