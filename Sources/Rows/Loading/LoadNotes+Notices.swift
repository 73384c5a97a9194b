import Streams

extension LoadNotes {
    /// How the notice of swapped coordinates begins; on the screen a command does it, too.
    package static let swapAdvice = "try --swap"
    /// The same where they were swapped before.
    package static let unswapAdvice = "leave --swap out"

    /// A notice that latitude and longitude look swapped; nil when they do not.
    ///
    /// - Parameter isSwapped: they were swapped by `--swap`.
    package func swapNotice(file name: String, records: Int, isSwapped: Bool) -> String? {
        guard looksSwapped(among: records) else { return nil }
        return
            "\(isSwapped ? Self.unswapAdvice : Self.swapAdvice): latitude and longitude look swapped in \(printable(name)), "
            + "\(grouped(perhapsSwapped)) latitudes are beyond ±90"
    }

    /// A notice that the coordinates are in another system than degrees; nil when they are not.
    package func projectedNotice(file name: String, records: Int) -> String? {
        guard looksProjected(among: records) else { return nil }
        return
            "\(printable(name)): the coordinates look projected (metres): name their coordinate system with --crs, such as "
            + "--crs EPSG:25832"
    }

    /// Messages for the user about the records, a line each.
    package func notices(file name: String) -> [String] {
        let file = printable(name)
        var lines: [String] = []
        if changedWhileReading { lines.append("\(file): changed on disk while loading (reload to update)") }
        if let line = firstStrayQuote {
            let rows = strayQuotes == 1 ? "" : " (and in \(grouped(strayQuotes - 1)) more rows)"
            lines.append("\(file):\(line): a quote that does not close is read as text\(rows)")
        }
        for (count, words) in [
            (atZeroZero, "shown at 0, 0"), (wrappedLongitudes, "with longitudes beyond ±180, wrapped"),
            (textNumbers, "with coordinates written as text"),
            (lastCommas, "with a comma before a closing bracket, which is ignored"),
            (badUTF8Records, "with bytes that are not UTF-8"),
        ] where count > 0 {
            lines.append("\(file): \(grouped(count)) \(count == 1 ? "row" : "rows") \(words)")
        }
        return lines
    }
}
