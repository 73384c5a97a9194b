import Streams

/// A number of bytes as people write it: 512M, 2G, 1048576.
struct ByteSize: CustomStringConvertible {
    let bytes: Int

    init(_ bytes: Int) { self.bytes = bytes }

    /// Nil for what is not a size.
    init?(_ text: String) {
        let units: [(String, Int)] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)]
        var digits = text.uppercased()
        for suffix in ["IB", "B"] where digits.hasSuffix(suffix) { digits.removeLast(suffix.count) }
        let unit = units.first { digits.hasSuffix($0.0) }
        if unit != nil { digits.removeLast() }
        guard let number = Int(digits), number >= 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
        if overflow { return nil }
        self.bytes = bytes
    }

    var description: String {
        switch bytes {
        case (1 << 30)...: (Double(bytes) / Double(1 << 30)).fixed(1) + " GiB"
        case (1 << 20)...: (Double(bytes) / Double(1 << 20)).fixed(1) + " MiB"
        case (1 << 10)...: (Double(bytes) / Double(1 << 10)).fixed(1) + " KiB"
        default: bytes.counted("byte")
        }
    }
}
