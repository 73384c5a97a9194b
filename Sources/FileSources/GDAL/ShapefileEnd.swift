import Platform
import Rows
import Streams

/// Whether a shapefile ends where its headers say: GDAL passes over records that are not there.
///
/// Source: ESRI Shapefile Technical Description; the table is a dBASE III file.
enum ShapefileEnd {
    /// Why the file, or the table beside it, is not whole; nil where it is, and for other files.
    static func earlyEnd(of path: String) -> EarlyEnd? {
        guard path.lowercased().hasSuffix(".shp") else { return nil }
        if let missing = missing(in: path, by: lengthOfShapes) { return torn(path, missing) }
        for ending in ["dbf", "DBF"] {
            let table = path.dropLast(3) + ending
            if let missing = missing(in: String(table), by: lengthOfTable) {
                return torn(String(table), missing)
            }
        }
        return nil
    }

    private static func torn(_ path: String, _ missing: Int) -> EarlyEnd {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return .torn(words: "\(printable(name)) is cut off: \(grouped(missing)) bytes are missing")
    }

    /// Bytes of either header that are looked at.
    private static let headLength = 32

    /// How many bytes a file has less than its head says.
    private static func missing(in path: String, by length: ([UInt8]) -> Int?) -> Int? {
        guard let size = FileStatus(path: path)?.size else { return nil }
        let file = Descriptor.open(path, .reading)
        guard file >= 0 else { return nil }
        defer { Descriptor.close(file) }
        var head = [UInt8](repeating: 0, count: headLength)
        let count = head.withUnsafeMutableBytes { Descriptor.read(file, at: 0, into: $0) }
        guard count == headLength, let wanted = length(head), wanted > size else { return nil }
        return wanted - size
    }

    /// The length is in words of 16 bits, the highest byte first.
    private static func lengthOfShapes(_ head: [UInt8]) -> Int? {
        guard head.starts(with: [0, 0, 0x27, 0x0A]) else { return nil }
        return head[24..<28].reduce(0) { $0 << 8 | Int($1) } * 2
    }

    /// The header and all records, without the mark behind them, which some programs leave out.
    private static func lengthOfTable(_ head: [UInt8]) -> Int? {
        func number(_ bytes: Range<Int>) -> Int { head[bytes].reversed().reduce(0) { $0 << 8 | Int($1) } }
        return number(8..<10) + number(4..<8) * number(10..<12)
    }
}
