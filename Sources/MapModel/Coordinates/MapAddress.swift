/// The place that a `geo:` URI or the URL of a web map names.
struct MapAddress {
    enum Kind {
        case uri, url

        /// Whether a text has a scheme for the web; nil for anything else. Names of hosts alone are not looked at.
        init?(prefix bytes: UnsafeBufferPointer<UInt8>) {
            let start = Array(DegreeText.trimmed(bytes).prefix(8))[...]
            guard AddressParts.hasPrefix(start, "http://") || AddressParts.hasPrefix(start, "https://") else {
                return nil
            }
            self = .url
        }

        /// Nil for text that is not an address.
        init?(_ bytes: [UInt8]) {
            if AddressParts.hasPrefix(bytes[...], "geo:") {
                self = .uri
            } else if AddressParts.isURL(bytes) {
                self = .url
            } else {
                return nil
            }
        }
    }

    /// Units of 1e-7 degrees, of any size.
    let north: Int64
    let east: Int64
    let zoom: Double?

    init(north: Int64, east: Int64, zoom: Double? = nil) {
        self.north = north
        self.east = east
        self.zoom = zoom
    }

    /// Nil for an address without a place, or with one that cannot be parsed to its end.
    init?(_ bytes: [UInt8], _ kind: Kind) {
        let parts = AddressParts(bytes, isURI: kind == .uri)
        let found = kind == .uri ? Self.uri(parts) : Self.url(parts)
        guard let found else { return nil }
        self = found
    }

    // MARK: geo URIs

    /// `geo:48.85,2.35,100;crs=wgs84;u=35?z=12`, and Android's `geo:0,0?q=48.85,2.35(Name)`.
    private static func uri(_ parts: AddressParts) -> MapAddress? {
        var pieces = parts.path.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let numbers = pieces.removeFirst().split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let decimals = numbers.compactMap { decimal($0) }
        guard (2...3).contains(numbers.count), decimals.count == numbers.count,
            pieces.allSatisfy(isKnownParameter)
        else { return nil }
        let zoom = parts.value("z").flatMap(Self.zoom)
        if let query = parts.value("q"), decimals[0] == 0, decimals[1] == 0 {
            var place = query[...]
            if place.last == UInt8(ascii: ")"), let name = place.firstIndex(of: UInt8(ascii: "(")) {
                place = place[..<name]
            }
            return pair(place).map { MapAddress(north: $0.north, east: $0.east, zoom: zoom) }
        }
        return MapAddress(north: decimals[0], east: decimals[1], zoom: zoom)
    }

    /// A name with or without a value; of coordinate systems only WGS 84.
    private static func isKnownParameter(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.prefix { $0 != UInt8(ascii: "=") }
        let value = text.dropFirst(name.count + 1)
        if AddressParts.equals(name, "crs") { return AddressParts.equals(value, "wgs84") }
        if AddressParts.equals(name, "u") { return decimal(value).map { $0 >= 0 } ?? false }
        return !name.isEmpty
            && name.allSatisfy {
                DegreeScanner.isLetter($0) || DegreeScanner.isDigit($0) || $0 == UInt8(ascii: "-")
            }
    }

    // MARK: URLs

    /// The place that a URL marks, else the centre of the map that it shows.
    private static func url(_ parts: AddressParts) -> MapAddress? {
        if let pin = pin(parts.path) ?? pin(parts.fragment) { return pin?.at(zoom(parts)) }
        for (latitude, longitude) in [("mlat", "mlon"), ("lat", "lon"), ("lat", "lng")] {
            guard let north = parts.value(latitude), let east = parts.value(longitude) else { continue }
            guard let north = decimal(north[...]), let east = decimal(east[...]) else { return nil }
            return MapAddress(north: north, east: east, zoom: zoom(parts))
        }
        // A pin of Yandex before the middle of its map.
        let isSwapped = parts.isOfYandex
        for name in isSwapped ? ["pt", "ll"] : ["q", "query", "ll", "center", "cp", "destination", "daddr"] {
            guard let value = parts.value(name),
                let found = pair(
                    withoutPrefix(isSwapped ? Array(value.prefix { $0 != tilde }) : value),
                    longitudeFirst: isSwapped)
            else { continue }
            return MapAddress(north: found.north, east: found.east, zoom: zoom(parts))
        }
        if let found = searched(parts.path) {
            return MapAddress(north: found.north, east: found.east, zoom: zoom(parts))
        }
        return (view(parts) ?? hash(parts.fragment))?.address
    }

    /// Between the pins of Yandex.
    private static let tilde = UInt8(ascii: "~")

    /// Google's `/maps/search/48.85,2.35` and `/maps/place/48.85,2.35`, as its lists of saved places have them.
    private static func searched(_ path: [UInt8]) -> (north: Int64, east: Int64)? {
        let segments = path.split(separator: UInt8(ascii: "/"))
        for (name, text) in zip(segments, segments.dropFirst())
        where AddressParts.equals(name, "search") || AddressParts.equals(name, "place") {
            if let found = pair(text.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...]) { return found }
        }
        return nil
    }

    private func at(_ zoom: Double?) -> MapAddress { MapAddress(north: north, east: east, zoom: zoom) }

    /// `loc:` before old coordinates of Google; `~` in the middle of those of Bing.
    private static func withoutPrefix(_ value: [UInt8]) -> ArraySlice<UInt8> {
        let text = AddressParts.hasPrefix(value[...], "loc:") ? value.dropFirst(4) : value[...]
        return text.map { $0 == UInt8(ascii: "~") ? UInt8(ascii: ",") : $0 }[...]
    }

    /// Google's `!3d48.85!4d2.35`: nil when there is none, `.some(nil)` when it cannot be read.
    private static func pin(_ text: [UInt8]) -> MapAddress?? {
        let pieces = text.split(separator: UInt8(ascii: "!"))
        guard let north = pieces.last(where: { AddressParts.hasPrefix($0, "3d") }),
            let east = pieces.last(where: { AddressParts.hasPrefix($0, "4d") })
        else { return nil }
        guard let north = decimal(north.dropFirst(2)), let east = decimal(east.dropFirst(2)) else {
            return .some(nil)
        }
        return MapAddress(north: north, east: east)
    }

    private static func zoom(_ parts: AddressParts) -> Double? {
        (parts.value("zoom") ?? parts.value("z") ?? parts.value("lvl")).flatMap(zoom)
            ?? view(parts)?.zoom ?? hash(parts.fragment)?.zoom
    }

    /// What a map shows; without an address when its numbers cannot be read.
    private typealias View = (address: MapAddress?, zoom: Double?)

    /// `/@48.85,2.35,12z`; also `1200m` and `3a,75y`, which are not zooms.
    private static func view(_ parts: AddressParts) -> View? {
        let segments = parts.path.split(separator: UInt8(ascii: "/"))
        guard let segment = segments.first(where: { $0.first == UInt8(ascii: "@") }) else { return nil }
        let pieces = segment.dropFirst().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard pieces.count >= 2, let north = decimal(pieces[0]), let east = decimal(pieces[1]) else {
            return (nil, nil)
        }
        let named = pieces.dropFirst(2).first { $0.last == UInt8(ascii: "z") }
        let zoom = named.flatMap { Self.zoom(Array($0.dropLast())) }
        return (MapAddress(north: north, east: east, zoom: zoom), zoom)
    }

    /// `#map=12/48.85/2.35` and `#12/48.85/2.35`, also with bearing and pitch.
    private static func hash(_ fragment: [UInt8]) -> View? {
        let pieces = fragment.split(separator: UInt8(ascii: "&"))
        let map = pieces.first { AddressParts.hasPrefix($0, "map=") }
        guard let named = map?.dropFirst(4) ?? pieces.first else { return nil }
        let numbers = named.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let decimals = numbers.compactMap { decimal($0) }
        guard (3...5).contains(numbers.count), decimals.count == numbers.count else { return nil }
        let zoom = Self.zoom(Array(numbers[0]))
        return (MapAddress(north: decimals[1], east: decimals[2], zoom: zoom), zoom)
    }

    // MARK: numbers

    private static func pair(
        _ text: ArraySlice<UInt8>, longitudeFirst: Bool = false
    ) -> (north: Int64, east: Int64)? {
        // No address within an address.
        text.withUnsafeBufferPointer { AnglePair.plain($0)?.degrees(longitudeFirst: longitudeFirst) }
    }

    /// A decimal number and nothing else, in units of 1e-7.
    private static func decimal(_ text: ArraySlice<UInt8>) -> Int64? {
        text.withUnsafeBufferPointer { buffer in
            guard !buffer.isEmpty else { return nil }
            var scanner = DegreeScanner(buffer, DegreeScanner.Reading())
            guard let number = scanner.number(), scanner.offset == buffer.count else { return nil }
            return number.units
        }
    }

    private static func zoom(_ text: [UInt8]) -> Double? {
        decimal(text[...]).map { min(max(Double($0) / 1e7, 0), Viewport.maximumZoom) }
    }
}
