import Streams

/// What a program of GDAL says, in words that fit this one.
package enum GDALWords {
    /// The layer has no coordinate system.
    package static func lacksSystem(_ words: String) -> Bool { words.contains("no coordinate system") }

    /// What the user can do about a message of GDAL.
    ///
    /// - Parameters:
    ///   - layer: the layer that was read.
    ///   - system: the coordinate system that the user named.
    package static func explained(_ words: String, layer: String?, system: String?) -> String {
        if words.contains("Unable to open datasource") || words.contains("Unable to open EPSG") {
            return "is damaged, or in a format that GDAL does not read"
        }
        if words.contains("Couldn't fetch requested layer"), let layer {
            return "has no layer \(quoted(layer)) (choose with --layer)"
        }
        if words.contains("SRS definition") || words.contains("crs not found")
            || words.contains("Translating source"), let system
        {
            return "--crs: unknown coordinate system \(quoted(system)) (expected one such as EPSG:25832)"
        }
        if words.isEmpty { return "could not be converted to the end (the file may be damaged)" }
        return "cannot be read to its end (GDAL: \(plain(words)))"
    }

    /// The first message of a program, which may continue over several lines; empty without one.
    package static func first(in message: [UInt8]) -> String {
        let lines = String(decoding: message, as: UTF8.self).split(separator: "\n")
        // Also for skipped drivers that do not exist: "GDAL: Warning 1: Unable to find driver …".
        let start = lines.firstIndex { !$0.hasPrefix("Warning") && !$0.contains(": Warning ") }
        var words: [Substring] = []
        for line in lines[(start ?? lines.count)...] {
            let isNext = line.hasPrefix("ERROR") || line.hasPrefix("Warning") || line.hasPrefix(" ")
            if isNext, !words.isEmpty { break }
            words.append(line)
        }
        return words.joined(separator: " ")
    }

    /// The first error that says that a file is damaged, of a program that reports none when it ends: some drivers take what is cut off
    /// for its end. Nil without one; most errors of programs that succeed are about systems and fields.
    static func damage(in message: [UInt8]) -> String? {
        let signs = ["parsing", "i/o failure", "truncated", "corrupt", "unexpected end", "premature"]
        return String(decoding: message, as: UTF8.self).split(separator: "\n").first { line in
            line.hasPrefix("ERROR") && signs.contains { line.lowercased().contains($0) }
        }.map(String.init)
    }

    /// Without `ERROR 1: ` and the like before it.
    private static func plain(_ words: String) -> String {
        guard words.hasPrefix("ERROR ") || words.hasPrefix("FAILURE"), let colon = words.firstIndex(of: ":")
        else { return words }
        return String(words[words.index(after: colon)...].drop { $0 == " " })
    }
}
