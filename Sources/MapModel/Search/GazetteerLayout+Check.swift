extension GazetteerLayout {
    /// The layout of a whole file, after all of it was checked.
    ///
    /// - Complexity: O(bytes).
    init(checking bytes: UnsafeRawBufferPointer) throws(GazetteerError) {
        guard let layout = GazetteerLayout(header: bytes) else { throw .notAGazetteer }
        guard bytes.count == layout.fileSize else {
            throw .wrongSize(expected: layout.fileSize, found: bytes.count)
        }
        let end = bytes.count - Self.checksumSize
        let content = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        let stored = UnsafeRawBufferPointer(rebasing: bytes[end...])
        guard FletcherChecksum(content) == FletcherChecksum(stored: stored) else { throw .wrongChecksum }
        try layout.check(bytes)
        self = layout
    }

    /// Detects everything that could mislead a look-up: numbers without an owner, ends out of order, places
    /// off the globe.
    ///
    /// - Complexity: O(entries + districts).
    private func check(_ bytes: UnsafeRawBufferPointer) throws(GazetteerError) {
        try checkEnds(at: nameEnds, count: entryCount, total: names.count, what: "names", bytes)
        try checkEnds(
            at: districtEnds, count: districtCount, total: districtNames.count, what: "district names", bytes)
        try checkEnds(at: shapeEnds, count: landCount, total: shapes.count, what: "shapes", bytes)
        for feature in 0..<featureCount where !isFeature(bytes[features + feature]) {
            throw .damaged(what: "kind", entry: landCount + feature)
        }
        for entry in 0..<entryCount {
            if let fault = fault(of: entry, bytes) { throw .damaged(what: fault, entry: entry) }
        }
        for area in 0..<areaCount where !isBoxValid(of: area, bytes) {
            throw .damaged(what: "box", entry: area)
        }
    }

    private func checkEnds(
        at offset: Int, count: Int, total: Int, what: String, _ bytes: UnsafeRawBufferPointer
    ) throws(GazetteerError) {
        var start: UInt32 = 0
        for index in 0..<count {
            let end = bytes.number(at: offset + 4 * index, as: UInt32.self)
            guard end >= start, Int(end) <= total else { throw .damaged(what: what, entry: index) }
            start = end
        }
        guard Int(start) == total else { throw .damaged(what: what, entry: count) }
    }

    /// What is wrong with an entry; nil when nothing is.
    private func fault(of entry: Int, _ bytes: UnsafeRawBufferPointer) -> String? {
        let place = FixedCoordinate(
            latitudeE7: bytes.number(at: latitudes + 4 * entry, as: Int32.self),
            longitudeE7: bytes.number(at: longitudes + 4 * entry, as: Int32.self))
        guard place.isOnGlobe else { return "position" }
        let country = Int(bytes[countries + entry])
        let hasNone = country == Self.noCountry && entry >= landCount && entry < areaCount
        guard country < countryCount || hasNone else { return "country" }
        let region = Int(bytes.number(at: regions + 2 * entry, as: UInt16.self))
        guard region < regionCount || region == Self.noRegion else { return "region" }
        let district = Int(bytes.number(at: districts + 2 * entry, as: UInt16.self))
        guard district <= districtCount else { return "district" }
        return isKindValid(bytes[traits + entry], of: entry) ? nil : "kind"
    }

    /// Whether the traits of an entry agree with its number and have known values.
    private func isKindValid(_ traits: UInt8, of entry: Int) -> Bool {
        guard let kind = Place.Kind(rawValue: traits & 3), traits >> 2 & 3 < 3 else { return false }
        return switch kind {
        case .country: entry < countryCount
        case .region, .subregion: (countryCount..<landCount).contains(entry)
        case .city: entry >= landCount
        case .sea, .lake, .river, .island, .peak, .range, .airport: false
        }
    }

    private func isFeature(_ kind: UInt8) -> Bool {
        Place.Kind(rawValue: kind).map { $0.rawValue > Place.Kind.city.rawValue } ?? false
    }

    private func isBoxValid(of area: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let start = boxes + 16 * area
        let southWest = FixedCoordinate(
            latitudeE7: bytes.number(at: start, as: Int32.self),
            longitudeE7: bytes.number(at: start + 4, as: Int32.self))
        let northEast = FixedCoordinate(
            latitudeE7: bytes.number(at: start + 8, as: Int32.self),
            longitudeE7: bytes.number(at: start + 12, as: Int32.self))
        return southWest.isOnGlobe && northEast.isOnGlobe && southWest.latitudeE7 <= northEast.latitudeE7
    }
}
