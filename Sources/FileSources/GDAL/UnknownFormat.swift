import Streams

/// What a file is that GDAL does not read, by its first bytes, and what the user can do.
enum UnknownFormat {
    private static let known: [(magic: [UInt8], words: String)] = [
        (
            Array("ARROW1".utf8),
            "is an Arrow file, which the installed GDAL does not read (convert it to CSV)"
        ),
        ([0x89, 0x50, 0x4E, 0x47], "is an image (PNG), not data"),
        ([0xFF, 0xD8, 0xFF], "is an image (JPEG), not data"),
        (Array("GIF8".utf8), "is an image (GIF), not data"),
        ([0x49, 0x49, 0x2A, 0], "is an image (TIFF), not data"),
        ([0x4D, 0x4D, 0, 0x2A], "is an image (TIFF), not data"),
        (Array("%PDF".utf8), "is a PDF document, not data (export the table in it as CSV)"),
        ([0x7F, 0x45, 0x4C, 0x46], "is a program, not data"),
        ([0x37, 0x7A, 0xBC, 0xAF], "is compressed with 7-Zip (extract it first)"),
        (Array("Rar!".utf8), "is compressed with RAR (extract it first)"),
        (
            [0xD0, 0xCF, 0x11, 0xE0],
            "is an old Office document that GDAL does not read (save it as .xlsx or .csv)"
        ),
    ]

    /// What a zip archive lacks.
    ///
    /// - Parameter archive: nil where the list at its end cannot be read.
    private static func words(ofArchive archive: ZipArchive?) -> String {
        guard let archive else { return "is a zip archive that is cut off or damaged (get it again)" }
        let files = archive.entries.filter(\.isVisibleFile)
        guard !files.isEmpty else { return "is a zip archive without a file" }
        let packed = files.filter { archiveEndings.contains($0.ending) }
        let shown = (packed.isEmpty ? files : packed).prefix(4).map { quoted($0.name, limit: 40) }
        let list = shown.joined(separator: ", ") + (files.count > shown.count ? ", …" : "")
        return packed.isEmpty
            ? "is a zip archive without data that termmap or GDAL reads, or is damaged (found \(list))"
            : "is a zip archive with archives in it (unpack it first: \(list))"
    }

    private static let archiveEndings: Set = ["zip", "gz", "tgz", "tar", "zst", "bz2", "xz", "7z", "rar"]

    /// What is wrong with the file at `path`, and what to do.
    static func words(path: String) -> String {
        let head = SourceInput(path: path).head()
        if head.count >= 12, head[8..<12].elementsEqual(".FIT".utf8) {
            return
                "is a FIT file of a Garmin device, which termmap does not read (gpsbabel -i garmin_fit -f FILE -o gpx -F "
                + "FILE.gpx converts it)"
        }
        if let known = known.first(where: { head.starts(with: $0.magic) }) { return known.words }
        if head.isEmpty { return "is empty" }
        if head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6]) {
            return words(ofArchive: SourceInput(path: path).archive())
        }
        switch head.first(where: { $0 > 0x20 && $0 < 0x80 }) {
        case UInt8(ascii: "<"):
            return "is XML of another kind (expected GPX, KML, GML, OSM, TCX; convert it to CSV)"
        case UInt8(ascii: "{"):
            return "is JSON of another kind (expected GeoJSON, TopoJSON, objects with coordinates)"
        default:
            return "is damaged, or binary in a format that GDAL does not read (expected CSV, GeoJSON, GPX, "
                + "KML, SQLite, xlsx, a shapefile …)"
        }
    }
}
