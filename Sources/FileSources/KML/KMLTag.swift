import Streams

/// The elements of KML that are read.
enum KMLTag: CaseIterable {
    case document, folder, placemark, name
    case extendedData, data, value, simpleData
    case point, lineString, linearRing, polygon, outerBoundary, innerBoundary, multiGeometry, coordinates
    case track, multiTrack, trackCoordinate
    case timeStamp, timeSpan
    /// Elements that are not fetched or not drawn.
    case networkLink, href, groundOverlay, screenOverlay, photoOverlay, model
    /// Elements for styles.
    case style, styleMap, styleURL, lookAt, camera, region, snippet, visibility, isOpen, balloonVisibility
    case other

    init(_ name: XMLName) {
        let length = name.bytes.count
        guard length < Self.wordsByLength.count else {
            self = .other
            return
        }
        self = Self.wordsByLength[length].first { name == $0.word }?.tag ?? .other
    }

    var isOverlay: Bool { self == .groundOverlay || self == .screenOverlay || self == .photoOverlay }
    /// Elements whose children are skipped within a placemark.
    var isIgnored: Bool {
        switch self {
        case .style, .styleMap, .styleURL, .lookAt, .camera, .region, .snippet, .visibility, .isOpen,
            .balloonVisibility, .model:
            true
        default: false
        }
    }

    private static let wordsByLength = (0...24).map { length in
        words.filter { $0.word.utf8CodeUnitCount == length }
    }

    private static let words: [(word: StaticString, tag: KMLTag)] = [
        ("Placemark", .placemark), ("name", .name), ("coordinates", .coordinates), ("Point", .point),
        ("ExtendedData", .extendedData), ("Data", .data), ("value", .value), ("SimpleData", .simpleData),
        ("styleUrl", .styleURL), ("coord", .trackCoordinate), ("LineString", .lineString),
        ("LinearRing", .linearRing), ("Polygon", .polygon), ("outerBoundaryIs", .outerBoundary),
        ("innerBoundaryIs", .innerBoundary), ("MultiGeometry", .multiGeometry), ("Track", .track),
        ("MultiTrack", .multiTrack), ("Folder", .folder), ("Document", .document),
        ("TimeStamp", .timeStamp), ("TimeSpan", .timeSpan), ("NetworkLink", .networkLink), ("href", .href),
        ("GroundOverlay", .groundOverlay), ("ScreenOverlay", .screenOverlay), ("PhotoOverlay", .photoOverlay),
        ("Model", .model), ("Style", .style), ("StyleMap", .styleMap), ("LookAt", .lookAt),
        ("Camera", .camera), ("Region", .region), ("Snippet", .snippet), ("visibility", .visibility),
        ("open", .isOpen), ("balloonVisibility", .balloonVisibility),
    ]
}
