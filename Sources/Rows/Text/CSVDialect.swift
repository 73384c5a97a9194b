import Streams

/// How a delimited file is written.
package struct CSVDialect: Sendable, Equatable {
    package enum DecimalMark: Sendable, Equatable {
        case point
        /// 47,3769; a value with a single point instead is read too.
        case comma
    }

    package var delimiter: UInt8
    package var quote: UInt8
    /// The first record names the columns.
    package var hasHeader: Bool
    package var decimalMark: DecimalMark

    package init(
        delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8 = UInt8(ascii: "\""), hasHeader: Bool = true,
        decimalMark: DecimalMark = .point
    ) {
        self.delimiter = delimiter
        self.quote = quote
        self.hasHeader = hasHeader
        self.decimalMark = decimalMark
    }

    /// The delimiter in words.
    package var delimiterName: String {
        switch delimiter {
        case UInt8(ascii: ","): "comma"
        case UInt8(ascii: ";"): "semicolon"
        case UInt8(ascii: "\t"): "tab"
        case UInt8(ascii: "|"): "bar"
        default: quoted(String(Character(Unicode.Scalar(delimiter))))
        }
    }
}
