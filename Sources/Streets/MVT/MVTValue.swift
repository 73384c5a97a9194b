/// A value of a tile's attributes.
public enum MVTValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case truth(Bool)

    /// The value as a person would write it.
    public var text: String {
        switch self {
        case .text(let text): text
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
        case .truth(let truth): truth ? "yes" : "no"
        }
    }

    /// Decodes a message Value; nil when it is damaged or has none of the types.
    init?(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
        var cursor = ProtobufCursor(base, range)
        var found: MVTValue?
        while !cursor.isAtEnd {
            guard let field = cursor.field() else { return nil }
            switch (field.number, field.type) {
            case (1, .bytes): found = .text(Self.string(base, field.bytes))
            case (2, .fixed32):
                let bits = UInt32(truncatingIfNeeded: ProtobufCursor.fixed(base, field.bytes))
                found = .number(Double(Float(bitPattern: bits)))
            case (3, .fixed64):
                found = .number(Double(bitPattern: ProtobufCursor.fixed(base, field.bytes)))
            case (4, .varint): found = .number(Double(Int64(bitPattern: field.value)))
            case (5, .varint): found = .number(Double(field.value))
            case (6, .varint):
                let value = Int64(bitPattern: field.value >> 1) ^ -Int64(bitPattern: field.value & 1)
                found = .number(Double(value))
            case (7, .varint): found = .truth(field.value != 0)
            case (1...7, _): return nil
            default: break
            }
        }
        guard let found else { return nil }
        self = found
    }

    static func string(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) -> String {
        String(
            decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
    }
}
