/// The fields of an answer's header, by their names in lower case.
package struct HTTPHeaders: Sendable {
    private var fields: [String: String] = [:]

    /// Reads the lines of a header; of a field that is repeated the last one counts.
    package init(_ bytes: some Collection<UInt8>) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            fields[name] = Self.trimmed(line[line.index(after: colon)...])
        }
    }

    private static func trimmed(_ bytes: some Collection<UInt8>) -> String {
        var bytes = Array(bytes)[...]
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of a field, whose name is given in lower case.
    package subscript(name: String) -> String? { fields[name] }

    /// The directives of Cache-Control, in lower case.
    private var cacheDirectives: [String] {
        (fields["cache-control"] ?? "").lowercased().split(separator: ",").map { Self.trimmed($0.utf8) }
    }

    /// The server asks that nothing is stored.
    package var forbidsStoring: Bool { cacheDirectives.contains("no-store") }

    /// Seconds for which the answer is fresh: `max-age`, else `Expires`; nil where neither says.
    package func freshSeconds(at now: Int) -> Int? {
        for directive in cacheDirectives where directive.hasPrefix("max-age=") {
            return Int(directive.dropFirst(8)).map { max($0, 0) }
        }
        return fields["expires"].flatMap(HTTPDate.seconds).map { max($0 - now, 0) }
    }

    /// Seconds after which the server may be asked again: `Retry-After`, as a number or a date.
    package func retrySeconds(at now: Int) -> Int? {
        guard let text = fields["retry-after"] else { return nil }
        return (Int(text) ?? HTTPDate.seconds(text).map { $0 - now }).map { max($0, 0) }
    }

    /// `Content-Range: bytes 0-16383/5000000`; the total is nil where it is `*`.
    package var contentRange: (range: Range<Int>, total: Int?)? {
        guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        let ends = parts.first?.split(separator: "-") ?? []
        guard parts.count == 2, ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
            first >= 0, last >= first, last < Int.max
        else { return nil }
        return (first..<last + 1, Int(parts[1]))
    }
}

/// Dates of HTTP.
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that servers may write; nil for others.
    package static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
            let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
            (1970...9999).contains(year)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]),
            (0...60).contains(time[2])
        else { return nil }
        return days(year: year, month: month + 1, day: day) * 86_400 + time[0] * 3_600 + time[1] * 60
            + time[2]
    }

    /// Days since 1970 in the Gregorian calendar; a year begins in March, so that a leap day is its last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
