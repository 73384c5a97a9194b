import Streams

/// A layer in the list of ogrinfo: `1: places (Point)`, `Layer: places (None)`.
struct GDALLayer: Equatable {
    /// The name for `--layer`.
    let name: String
    /// It has geometries; otherwise it is a table.
    let hasGeometry: Bool

    init?(_ line: Substring) {
        guard let colon = line.firstIndex(of: ":"), line[..<colon] == "Layer" || Int(line[..<colon]) != nil
        else { return nil }
        var rest = line[line.index(after: colon)...].drop { $0 == " " }
        var kind: Substring = ""
        if rest.hasSuffix(")"), let open = Self.lastBracket(of: rest) {
            kind = rest[open...]
            rest = rest[..<open]
            while rest.last == " " { rest.removeLast() }
        }
        guard !rest.isEmpty else { return nil }
        name = String(rest)
        hasGeometry = kind != "(None)"
    }

    /// The bracket that the last one closes, as in `roads (3D Unknown (any))`.
    private static func lastBracket(of text: Substring) -> Substring.Index? {
        var depth = 0
        return text.indices.last { index in
            depth += text[index] == ")" ? 1 : text[index] == "(" ? -1 : 0
            return depth == 0
        }
    }
}

/// What ogrinfo says of one layer.
struct GDALLayerInfo {
    /// Its box is within the range of degrees; nil where it has none.
    let isInDegrees: Bool?

    /// The output of `ogrinfo -so`.
    init(_ text: String) {
        let extent = text.split(separator: "\n").first { $0.hasPrefix("Extent: ") }
        let numbers = extent?.split { !"0123456789.-+eE".contains($0) }.compactMap { Double($0) } ?? []
        guard numbers.count == 4 else {
            isInDegrees = nil
            return
        }
        isInDegrees =
            abs(numbers[0]) <= 360 && abs(numbers[2]) <= 360 && abs(numbers[1]) <= 90 && abs(numbers[3]) <= 90
    }
}
