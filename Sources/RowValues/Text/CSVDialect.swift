import Streams

/// The format of a delimited file.
public struct CSVDialect: Sendable, Equatable {
    /// What separates the whole part of a number from its fraction.
    public enum DecimalMark: Sendable, Equatable {
        case point
        /// 47,3769; a value with a single point instead is accepted too.
        case comma
    }

    /// The byte between two fields.
    public var delimiter: UInt8
    /// The byte around a field that holds delimiters, line ends or quotes; it is doubled inside.
    public var quote: UInt8
    /// The first record names the columns.
    public var hasHeader: Bool
    /// How the coordinates are written.
    public var decimalMark: DecimalMark

    /// A dialect; without arguments that of RFC 4180 with a header.
    public init(
        delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8 = UInt8(ascii: "\""), hasHeader: Bool = true,
        decimalMark: DecimalMark = .point
    ) {
        self.delimiter = delimiter
        self.quote = quote
        self.hasHeader = hasHeader
        self.decimalMark = decimalMark
    }

    /// The delimiter in words.
    public var delimiterName: String {
        switch delimiter {
        case UInt8(ascii: ","): "comma"
        case UInt8(ascii: ";"): "semicolon"
        case UInt8(ascii: "\t"): "tab"
        case UInt8(ascii: "|"): "bar"
        case 0x01: "Ctrl-A"
        default: quoted(String(Character(Unicode.Scalar(delimiter))))
        }
    }
}
