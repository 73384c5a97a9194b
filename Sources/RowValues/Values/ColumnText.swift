import MapModel

/// One value as it is written, read by the rules that columns follow: for sources that answer filters themselves.
package struct ColumnText {
    /// As it is written; nil for an empty text, which is no value.
    package let text: String?

    /// A value as its source writes it.
    package init(_ text: String) { self.text = text.isEmpty ? nil : text }

    private func trimmed<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result?) -> Result? {
        guard var text else { return nil }
        return text.withUTF8 { body(ValueText.trimmed($0)) }
    }

    /// As a column of numbers has it; nil for what is none.
    package var number: Double? { number(decimalMark: UInt8(ascii: ".")) }
    /// The same in a source whose numbers have another decimal mark.
    package func number(decimalMark: UInt8) -> Double? {
        trimmed { ValueText.number($0, decimalMark: decimalMark) }
    }

    /// As a column of dates has it, in milliseconds since 1970 UTC; nil for what is none.
    package var milliseconds: Double? { trimmed { TimeText.milliseconds($0) } }
    /// As a column of truth values has it; nil for what is none.
    package var boolean: Bool? { trimmed { ValueText.boolean($0) } }
}

extension ColumnKind {
    /// A moment as databases read it, `2026-11-22 09:30:00.000`; nil outside the years 1 to 9999.
    package static func timestamp(_ milliseconds: Double) -> String? {
        guard let whole = Int64(exactly: milliseconds.rounded()),
            let instant = UTCInstant(milliseconds: whole)
        else { return nil }
        return String(instant.description.dropLast().map { $0 == "T" ? " " : $0 })
    }
}
