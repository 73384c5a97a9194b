/// Text that may be drawn: the only way from data to the screen.
///
/// It holds no control character, no direction override and nothing whose width terminals disagree about:
/// - controls, bidi controls, tags, line and paragraph separators read as source code has them: `\n`, `\x1b`, `\u202e`;
/// - noncharacters become U+FFFD;
/// - joiners, variation selectors and other invisible format controls are dropped, and skin tones after an
///   emoji too, so that a joined emoji shows as its parts and each part has one width everywhere;
/// - regional indicators (flags) read as their letters;
/// - at most eight combining marks follow a character; a mark with nothing before it is drawn on U+25CC.
public struct DisplayText: Hashable, Sendable {
    /// The text as it is drawn.
    public let text: String
    /// Columns.
    public let width: Int

    static let marksPerCell = 8

    /// Makes `data` harmless, reading no more than its first `limit` scalars.
    ///
    /// - Complexity: O(scalars read), without regular expressions.
    public init(sanitising data: String, limit: Int = 4096) {
        if let width = Self.plainWidth(of: data, limit: limit) {
            self.init(text: data, width: width)
            return
        }
        var sanitiser = Sanitiser()
        sanitiser.read(data.unicodeScalars, limit: limit)
        self.init(text: sanitiser.text, width: sanitiser.width)
    }

    /// The width of text that is drawn as it is and takes a column for each scalar, as most of it does; nil for others.
    private static func plainWidth(of data: String, limit: Int) -> Int? {
        var width = 0
        for scalar in data.unicodeScalars {
            guard isPlain(scalar.value), width < limit else { return nil }
            width += 1
        }
        return width
    }

    /// ASCII, Latin letters, boxes, blocks and Braille.
    private static func isPlain(_ value: UInt32) -> Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x2500...0x259F, 0x2800...0x28FF: true
        default: false
        }
    }

    /// A line from the source code.
    public init(literal: StaticString) { self.init(sanitising: literal.description) }

    private init(text: String, width: Int) {
        self.text = text
        self.width = width
    }

    /// The empty text.
    public static let empty = DisplayText(text: "", width: 0)

    /// Whether there is no text.
    public var isEmpty: Bool { text.isEmpty }

    /// ASCII takes as many columns as bytes; any other scalar has fewer columns than bytes.
    var isASCII: Bool { width == text.utf8.count }

    /// Both texts one after the other, without a check: their parts were sanitised.
    public static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(text: left.text + right.text, width: left.width + right.width)
    }

    /// Appends the right text to the left one.
    public static func += (left: inout DisplayText, right: DisplayText) { left = left + right }
}

/// `"\(name): \(count) rows"` sanitises what is interpolated.
extension DisplayText: ExpressibleByStringInterpolation {
    /// Sanitises a literal.
    public init(stringLiteral value: String) { self.init(sanitising: value) }

    /// Collects the parts of an interpolated literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        /// An empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
        /// Adds a literal part.
        public mutating func appendLiteral(_ literal: String) { text += literal }
        /// Adds a text that is already sanitised.
        public mutating func appendInterpolation(_ value: DisplayText) { text += value.text }
        /// Adds the description of any value; the whole is sanitised at the end.
        public mutating func appendInterpolation<Value>(_ value: Value) { text += String(describing: value) }
    }

    /// Sanitises an interpolated literal.
    public init(stringInterpolation: StringInterpolation) { self.init(sanitising: stringInterpolation.text) }
}

/// The end of a clipped line.
public enum Ellipsis: Sendable {
    /// `…`, one column.
    case unicode
    /// `~`, one column.
    case tilde
    /// `...`, three columns.
    case dots
    /// Nothing: the text is cut.
    case cut

    var mark: DisplayText {
        switch self {
        case .unicode: "…"
        case .tilde: "~"
        case .dots: "..."
        case .cut: .empty
        }
    }
}

extension DisplayText {
    /// The text if it fits into `columns`, else its beginning and an ellipsis, at most `columns` wide.
    public func clipped(to columns: Int, ellipsis: Ellipsis = .unicode) -> DisplayText {
        guard width > columns else { return self }
        guard columns > 0 else { return .empty }
        let mark = ellipsis.mark
        guard columns > mark.width else { return prefix(columns, of: text.unicodeScalars[...]).taken }
        return prefix(columns - mark.width, of: text.unicodeScalars[...]).taken + mark
    }

    /// Lines at most `columns` wide, broken at spaces; a longer word is cut.
    ///
    /// A wide character on one column becomes `?`. Empty text is one empty line.
    /// - Parameter first: columns of the first line, where they are fewer.
    public func wrapped(to columns: Int, first: Int? = nil) -> [DisplayText] {
        guard columns > 0 else { return [] }
        let laterColumns = columns
        var columns = Swift.max(Swift.min(first ?? columns, columns), 1)
        var lines: [DisplayText] = [] {
            didSet { columns = laterColumns }
        }
        var line = DisplayText.empty
        for word in text.unicodeScalars.split(separator: " ") {
            var word = DisplayText(text: String(word), width: Self.width(of: word))
            if !line.isEmpty, line.width + 1 + word.width <= columns {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while word.width > columns {
                let (head, rest) = prefix(columns, of: word.text.unicodeScalars[...])
                lines.append(head.isEmpty ? "?" : head)
                let tail = head.isEmpty ? rest.dropFirst() : rest
                word = DisplayText(text: String(tail), width: Self.width(of: tail))
            }
            line = word
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }

    /// The longest beginning of `scalars` within `columns`, its marks included, and what follows it.
    private func prefix(
        _ columns: Int, of scalars: Substring.UnicodeScalarView
    ) -> (taken: DisplayText, rest: Substring.UnicodeScalarView) {
        var used = 0
        var end = scalars.startIndex
        while end < scalars.endIndex {
            let width = CharacterWidth.columns(scalars[end])
            if used + width > columns { break }
            used += width
            end = scalars.index(after: end)
        }
        return (DisplayText(text: String(scalars[..<end]), width: used), scalars[end...])
    }

    private static func width(of scalars: Substring.UnicodeScalarView) -> Int {
        scalars.reduce(0) { $0 + CharacterWidth.columns($1) }
    }
}

/// Collects what may be drawn, scalar by scalar.
private struct Sanitiser {
    var text = ""
    var width = 0
    private var marks = 0
    private var lastIsWide = false

    private static let replacement: Unicode.Scalar = "\u{FFFD}"
    private static let dottedCircle: Unicode.Scalar = "\u{25CC}"

    mutating func read(_ scalars: String.UnicodeScalarView, limit: Int) {
        for scalar in scalars.prefix(Swift.max(limit, 0)) { read(scalar) }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x20...0x7E: append(scalar, columns: 1)
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            escape(scalar.value)
        case 0xFFFC, 0xFDD0...0xFDEF: append(Self.replacement, columns: 1)
        case let value where value & 0xFFFE == 0xFFFE: append(Self.replacement, columns: 1)
        // The soft hyphen: some terminals draw it.
        case 0xAD: break
        case 0x1F1E6...0x1F1FF:
            append(Unicode.Scalar(UInt8(scalar.value - 0x1F1E6 + 0x41)), columns: 1)
        case 0x1F3FB...0x1F3FF where lastIsWide: break
        default: readWide(scalar)
        }
    }

    /// `\n`, `\x1b` or `\u202e`.
    private mutating func escape(_ value: UInt32) {
        let letters: [UInt32: String] = [0x09: "t", 0x0A: "n", 0x0D: "r"]
        let digits = String(value, radix: 16)
        let zeros = String(repeating: "0", count: Swift.max((value < 0x100 ? 2 : 4) - digits.count, 0))
        let name = letters[value] ?? (value < 0x100 ? "x" : "u") + zeros + digits
        for scalar in ("\\" + name).unicodeScalars { append(scalar, columns: 1) }
    }

    private mutating func readWide(_ scalar: Unicode.Scalar) {
        let columns = CharacterWidth.columns(scalar)
        if columns > 0 { return append(scalar, columns: columns) }
        let isVariationSelector =
            (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value)
        if isVariationSelector || scalar.properties.generalCategory == .format { return }
        if text.isEmpty { append(Self.dottedCircle, columns: 1) }
        guard marks < DisplayText.marksPerCell else { return }
        marks += 1
        text.unicodeScalars.append(scalar)
    }

    private mutating func append(_ scalar: Unicode.Scalar, columns: Int) {
        text.unicodeScalars.append(scalar)
        width += columns
        marks = 0
        lastIsWide = columns == 2
    }
}
