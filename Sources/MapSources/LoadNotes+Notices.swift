extension LoadNotes {
    /// What the user should be told of the records, a line each.
    func notices(file name: String) -> [String] {
        let file = printable(name)
        var lines: [String] = []
        if changedWhileReading { lines.append("\(file): changed while it was read (reload to see it)") }
        for (count, words) in [
            (atZeroZero, "at 0, 0"), (wrappedLongitudes, "with longitudes beyond ±180, wrapped"),
            (badUTF8Records, "with bytes that are not UTF-8"),
        ] where count > 0 {
            lines.append("\(file): \(grouped(count)) \(count == 1 ? "record" : "records") \(words)")
        }
        return lines
    }
}
