/// The member `crs` of older GeoJSON (2008): the coordinate system that a file claims.
package enum CoordinateSystemJSON {
    private static let ours = [
        "CRS84", "EPSG::4326", "EPSG:4326", "EPSG:6.6:4326", "WGS84", "WGS 84", "EPSG::4979",
    ]

    /// The name of a system other than WGS 84, from the next value; nil for WGS 84 or without a name.
    package static func foreignName(_ cursor: inout JSONCursor) throws(JSONFault) -> String? {
        let range = try cursor.skipValue()
        let text = String(decoding: cursor.slice(range), as: UTF8.self)
        if text == "null" || ours.contains(where: { text.uppercased().contains($0) }) { return nil }
        return name(JSONCursor(cursor.bytes, from: range.lowerBound, to: range.upperBound, isFinal: true))
            ?? text
    }

    /// `{"type": "name", "properties": {"name": "EPSG:3857"}}`
    private static func name(_ value: JSONCursor) -> String? {
        var cursor = value
        guard (try? cursor.peek()) == UInt8(ascii: "{"),
            (try? cursor.enter(closedBy: UInt8(ascii: "}"))) == true
        else { return nil }
        repeat {
            guard let key = try? cursor.key(), (try? cursor.peek()) != nil else { return nil }
            let inner = cursor
            guard let value = try? cursor.value() else { return nil }
            if cursor.isWord(key.range, "name"), case .text(let text) = value {
                return String(decoding: cursor.slice(text.range), as: UTF8.self)
            }
            if cursor.isWord(key.range, "properties"), case .container = value { return name(inner) }
        } while (try? cursor.hasNext(closedBy: UInt8(ascii: "}"))) == true
        return nil
    }
}
