import Streams

/// Changes the lines of a text, each by itself.
protocol LineFilter: ByteFilter {
    /// The line that is not complete yet.
    var open: [UInt8] { get set }

    /// What takes the place of a line; its return belongs to it, its line feed does not.
    func replacement(of line: [UInt8]) -> [UInt8]
}

extension LineFilter {
    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 0x0A {
                appendOpen(to: &result)
                result.append(byte)
            } else {
                open.append(byte)
            }
        }
        if isLast { appendOpen(to: &result) }
        return result
    }

    private mutating func appendOpen(to result: inout [UInt8]) {
        result += replacement(of: open)
        open.removeAll(keepingCapacity: true)
    }
}
