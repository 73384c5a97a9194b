import Streams

extension LoadNotes {
    /// A notice that latitude and longitude look swapped; nil when they do not.
    package func swapNotice(file name: String, records: Int) -> String? {
        guard looksSwapped(among: records) else { return nil }
        return
            "\(printable(name)): \(grouped(perhapsSwapped)) latitudes are beyond ±90: latitude and longitude look "
            + "swapped (try --swap)"
    }

    /// Messages for the user about the records, a line each.
    package func notices(file name: String) -> [String] {
        let file = printable(name)
        var lines: [String] = []
        if let unpackingFault { lines.append("\(file): \(unpackingFault) (showing the rows before it)") }
        if changedWhileReading { lines.append("\(file): changed on disk while loading (reload to update)") }
        for (count, words) in [
            (atZeroZero, "shown at 0, 0"), (wrappedLongitudes, "with longitudes beyond ±180, wrapped"),
            (badUTF8Records, "with bytes that are not UTF-8"),
        ] where count > 0 {
            lines.append("\(file): \(grouped(count)) \(count == 1 ? "row" : "rows") \(words)")
        }
        return lines
    }
}
