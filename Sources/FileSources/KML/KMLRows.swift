import MapModel
import Rows
import Streams

/// Converts a KML document into rows, one for each placemark.
///
/// Columns are the elements of the placemark and the names of its extended data; "folder" has the names of
/// the folders around it. Styles are ignored. After OGC 12-007r2, "KML 2.3", and Google's extensions.
struct KMLRows: XMLRows {
    static let root = "kml"
    static let formatName = "KML"

    private static let folderSeparator = " / "

    var collector: FeatureCollector
    var geometry: KMLGeometry
    private var text = XMLText()
    private var coordinates = XMLText()

    /// The open elements.
    private var path: [KMLTag] = []
    /// The names of the open folders.
    private var folders: [String] = []
    /// The length of `path` within the placemark, nil outside of one, and the line on which it begins.
    private var placemarkDepth: Int?
    private var line = 0
    /// The current element has no children so far.
    private var isLeaf = false
    /// The column that the value being read belongs to.
    private var dataName: String?
    /// The length of `path` at an element that is skipped with its children.
    private var ignoredDepth: Int?
    /// The addresses of network links, as far as they are not followed.
    private var links: [String] = []
    private var linkCount = 0
    /// The length of `path` at a network link, of which only the address counts.
    private var linkDepth: Int?
    /// The times of the track that is read, and its further values by the names of their arrays.
    var trackTimes: [[UInt8]] = []
    var arrays: [(name: String, text: [UInt8])] = []
    var arrayName: String?
    private var overlayCount = 0
    private var modelCount = 0

    init(name: String, options: FeatureOptions) {
        collector = FeatureCollector(name: name, options: options)
        geometry = KMLGeometry(keepsHeights: options.keepsHeights)
    }

    var notices: [String] {
        [
            (overlayCount, "overlay", "not shown"),
            (modelCount, "model", "not shown"),
        ].filter { $0.0 > 0 }.map { count, what, fate in
            "\(grouped(count)) \(what)\(count == 1 ? "" : "s"), \(fate)"
        } + linkNotices
    }

    private var linkNotices: [String] {
        guard linkCount > 0 else { return [] }
        let shown = links.prefix(3).map { quoted($0, limit: 120) }.joined(separator: ", ")
        let what = linkCount == 1 ? "network link" : "network links"
        return [
            "\(grouped(linkCount)) \(what), not fetched\(shown.isEmpty ? "" : ": \(shown)")"
                + (links.count > 3 ? " and others" : "")
        ]
    }

    /// Where the links go that were met since the last call; the caller follows those that lead into the same archive.
    mutating func takeLinks() -> [String] {
        defer { (links, linkCount) = ([], 0) }
        return links
    }

    /// A link that is not followed.
    mutating func noteUnfollowed(_ link: String) {
        linkCount += 1
        if links.count < 4 { links.append(link) }
    }

    mutating func take(_ event: XMLStream.Event, of stream: XMLStream) {
        switch event {
        case .start(let name, let attributes):
            let tag = KMLTag(name)
            path.append(tag)
            if ignoredDepth == nil { start(tag, name, attributes, stream) }
        case .text(let piece):
            guard ignoredDepth == nil, isLeaf else { return }
            if path.last == .coordinates || path.last == .trackCoordinate {
                coordinates.append(piece, limit: .max)
            } else {
                text.append(piece)
            }
        case .end(let name):
            guard let tag = path.popLast() else { return }
            if let ignoredDepth {
                if path.count < ignoredDepth { self.ignoredDepth = nil }
            } else {
                end(tag, name)
            }
            isLeaf = false
        }
    }

    // MARK: beginnings

    private mutating func start(
        _ tag: KMLTag, _ name: XMLName, _ attributes: XMLAttributes, _ stream: XMLStream
    ) {
        isLeaf = true
        text.reset()
        if let placemarkDepth {
            startInside(tag, name, attributes, depth: path.count - placemarkDepth)
        } else if tag == .placemark {
            placemarkDepth = path.count
            line = stream.line
            geometry.reset()
            if let id = attributes["id"], !id.isEmpty {
                collector.values.append(collector.values.column("id"), .text, id)
            }
        } else if tag == .folder || tag == .document && path.dropLast().contains(.document) {
            folders.append("")
        } else if tag == .networkLink || tag.isOverlay {
            if tag == .networkLink {
                linkCount += 1
                linkDepth = path.count
            } else {
                overlayCount += 1
                ignoredDepth = path.count
            }
        } else if tag.isIgnored {
            ignoredDepth = path.count
        }
    }

    private mutating func startInside(_ tag: KMLTag, _ name: XMLName, _ attributes: XMLAttributes, depth: Int)
    {
        if tag.isIgnored {
            if tag == .model { modelCount += 1 }
            ignoredDepth = path.count
        } else if tag == .data || tag == .simpleData {
            dataName = attributes["name"].map { String(decoding: $0, as: UTF8.self) }
        } else if name == "SimpleArrayData" {
            arrayName = attributes["name"].map { String(decoding: $0, as: UTF8.self) }
        } else {
            geometry.start(tag)
            if tag == .coordinates || tag == .trackCoordinate { coordinates.reset() }
        }
    }

    // MARK: ends

    private mutating func end(_ tag: KMLTag, _ name: XMLName) {
        guard let placemarkDepth else {
            endOutside(tag)
            return
        }
        guard path.count >= placemarkDepth else { return endPlacemark() }
        let parent = path.last
        switch tag {
        case .coordinates: coordinates.withTrimmed { geometry.takeCoordinates($0) }
        case .track: endTrack()
        case .trackCoordinate: coordinates.withTrimmed { geometry.takeTrackCoordinate($0) }
        case .name: if parent == .placemark { append(name) }
        case .value:
            if parent == .data, let dataName { append(dataName) }
            if parent == .other, let arrayName { arrays.append((arrayName, text.bytes)) }
        case .simpleData: if let dataName { append(dataName) }
        case .data: dataName = nil
        case .other: if isLeaf { appendOther(parent, name) }
        default: geometry.end(tag)
        }
    }

    /// Elements of the placemark, of its time, and of other vocabularies in its extended data.
    private mutating func appendOther(_ parent: KMLTag?, _ name: XMLName) {
        switch parent {
        case .track where name == "when": trackTimes.append(text.bytes)
        case .placemark, .timeSpan, .extendedData: append(name)
        case .timeStamp: if name == "when" { append("time") } else { append(name) }
        default: break
        }
    }

    private mutating func endOutside(_ tag: KMLTag) {
        if let linkDepth {
            if tag == .href, isLeaf, !text.trimmed.isEmpty { links.append(text.trimmed) }
            if path.count < linkDepth { self.linkDepth = nil }
            return
        }
        if tag == .folder || tag == .document && path.contains(.document) {
            _ = folders.popLast()
        } else if tag == .name, isLeaf, !folders.isEmpty, path.last == .folder || path.last == .document {
            folders[folders.count - 1] = text.trimmed
        }
    }

    private mutating func append(_ name: XMLName) {
        text.withTrimmed { value in
            guard !value.isEmpty else { return }
            collector.values.append(collector.values.column(name.bytes), .text, value)
        }
    }

    private mutating func append(_ name: String) {
        text.withTrimmed { value in
            guard !value.isEmpty else { return }
            collector.values.append(collector.values.column(name), .text, value)
        }
    }

    mutating func endOpenRow() {
        guard placemarkDepth != nil, !geometry.sketch.isEmpty else { return }
        endPlacemark()
    }

    private mutating func endPlacemark() {
        placemarkDepth = nil
        let names = folders.filter { !$0.isEmpty }
        if !names.isEmpty {
            collector.values.append(
                collector.values.column("folder"), .text, names.joined(separator: Self.folderSeparator))
        }
        if let fault = geometry.fault {
            collector.skip(fault.reason.reason, line: line, what: "coordinates", text: fault.text)
        } else if geometry.sketch.isEmpty {
            collector.skip(.noGeometry, line: line, what: "geometry", text: Array("Placemark".utf8))
        } else {
            if geometry.remarks.hasWrapped { collector.notes.wrappedLongitudes += 1 }
            collector.take(geometry.sketch, line: line)
        }
    }
}
