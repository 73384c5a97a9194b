/// Collects the bytes of one scalar; what is not UTF-8 is dropped.
struct UTF8Assembler {
    private var bytes: [UInt8] = []
    private var length = 0

    mutating func append(_ byte: UInt8) -> Unicode.Scalar? {
        if byte < 0x80 {
            bytes = []
            return Unicode.Scalar(byte)
        }
        if byte >= 0xC0 {
            bytes = [byte]
            length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return nil
        }
        guard !bytes.isEmpty else { return nil }
        bytes.append(byte)
        guard bytes.count == length else { return nil }
        defer { bytes = [] }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.unicodeScalars.first
    }
}
