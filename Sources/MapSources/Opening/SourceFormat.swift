/// How a source is written.
public enum SourceFormat: String, CaseIterable, Sendable {
    /// Delimited text: commas, tabs, semicolons, bars.
    case csv
    /// GeoJSON, one record a line or one document; and plain JSON objects with coordinates.
    case json
    case gpx
    case kml
    /// SQLite and GeoPackage.
    case sqlite
    /// Whatever else GDAL reads.
    case gdal
}

extension SourceFormat {
    /// What of a source is looked at to find out.
    static let headLength = 4_096

    /// The format of a file by its first bytes, and where they say nothing, by its name.
    ///
    /// - Throws: `.refused` for what no reader would make sense of, such as a web page.
    init(head: [UInt8], name: String) throws(SourceError) {
        let ending = Self.ending(of: name)
        if head.starts(with: SQLiteFile.magic) {
            self = .sqlite
        } else if Self.gdalEndings.contains(ending) {
            self = .gdal
        } else if head.starts(with: [0x50, 0x4B, 3, 4]) {
            self = ending == "kmz" || Self.holds("doc.kml", head) ? .kml : .gdal
        } else {
            switch Self.firstSign(of: head) {
            case UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E: self = .json
            case UInt8(ascii: "<"): self = try Self.markup(head, name: name)
            case nil: self = Self.textFormats[ending] ?? .csv
            default: self = Self.isBinary(head) && !Self.tableEndings.contains(ending) ? .gdal : .csv
            }
        }
    }

    /// Whether the first bytes of a stream determine its format, or more of them would not.
    static func isTold(by head: [UInt8]) -> Bool {
        switch ArchiveKind(head: head) {
        case .gzip, .zstd:
            let unpacked = ArchiveKind.unpackedHead(head)
            return unpacked != head && isTold(by: unpacked)
        case .some: return head.count >= headLength
        case nil: break
        }
        if head.count >= headLength { return true }
        if ArchiveKind.mayBegin(head) || SQLiteFile.magic.starts(with: head) { return false }
        switch firstSign(of: head) {
        case nil: return false
        case UInt8(ascii: "<"):
            return ["<gpx", "<kml", "<html", "<!doctype html"].contains { holds($0, head) }
        default: return true
        }
    }

    /// Extensions of formats whose first bytes do not distinguish them from text or each other.
    private static let gdalEndings: Set = [
        "shp", "shx", "dbf", "fgb", "tab", "mif", "mid", "gml", "gdb", "dxf", "parquet", "arrow", "osm",
        "pbf",
    ]

    /// What is binary under such a name is damaged, and GDAL would make rows of it.
    private static let tableEndings: Set = ["csv", "tsv", "psv", "txt"]

    /// By the names of what has no text in it to look at.
    private static let textFormats: [String: SourceFormat] = [
        "json": .json, "geojson": .json, "geojsonl": .json, "geojsons": .json, "ndjson": .json,
        "jsonl": .json, "gpx": .gpx, "kml": .kml,
    ]

    /// The last part of a name after a dot, in lower case; the one before it of compressed files.
    private static func ending(of name: String) -> String {
        var parts = name.lowercased().split(separator: ".").dropFirst()
        if let last = parts.last, ["gz", "zst", "zip"].contains(last), parts.count > 1 { parts.removeLast() }
        return parts.last.map(String.init) ?? ""
    }

    /// The first byte that is no blank and no byte order mark; of UTF-16 as well.
    private static func firstSign(of head: [UInt8]) -> UInt8? {
        head.first { $0 > 0x20 && $0 < 0x80 || $0 == 0x1E }
    }

    private static func markup(_ head: [UInt8], name: String) throws(SourceError) -> SourceFormat {
        if holds("<gpx", head) { return .gpx }
        if holds("<kml", head) { return .kml }
        if holds("<html", head) || holds("<!doctype html", head) {
            throw .refused(name: name, words: "is a web page (expected data: CSV, GeoJSON, GPX, KML, …)")
        }
        // A comment or a long head may come before the root; the name decides then.
        switch ending(of: name) {
        case "gpx": return .gpx
        case "kml", "kmz": return .kml
        default: return .gdal
        }
    }

    private static func isBinary(_ head: [UInt8]) -> Bool {
        let isMarked = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        return !isMarked && !head.starts(with: [0, 0, 0xFE, 0xFF])
            && ByteRun.with(head) { run in
                TextEncoding(head: run) == .binary
            }
    }

    /// Whether `head` holds a text, in small or capital letters, also in UTF-16.
    private static func holds(_ text: String, _ head: [UInt8]) -> Bool {
        let needle = Array(text.utf8)
        let letters = head.lazy.filter { $0 != 0 }.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        let small = Array(letters)
        guard small.count >= needle.count else { return false }
        return (0...small.count - needle.count).contains { start in
            small[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
