import CellGraphics
import Rows

/// A text for the user that names keys by what they do: `"press \(key: .reload) to reload"`.
///
/// Which keys those are is known when it is shown. What else is interpolated is sanitised, as in `DisplayText`.
package struct KeyedText: Equatable, Sendable {
    package enum Part: Equatable, Sendable {
        case text(DisplayText)
        case key(Command)
    }

    package private(set) var parts: [Part] = []

    package init(_ text: DisplayText) { append(text) }

    /// Makes a text from outside harmless, reading no more than its first `limit` scalars.
    package init(_ text: String, limit: Int = 4096) { self.init(DisplayText(sanitising: text, limit: limit)) }

    /// A notice about the rows, with the command that swaps them where the option is named.
    package init(notice: String) {
        self.init(notice)
        if notice.hasPrefix(LoadNotes.swapAdvice) {
            self = "try \(key: .swapCoordinates) or \(notice.dropFirst("try ".count))"
        } else if notice.hasPrefix(LoadNotes.unswapAdvice) {
            self = "try \(key: .swapCoordinates) or \(notice)"
        }
    }

    /// Neighbouring texts are one part, so that texts that read alike are equal.
    private mutating func append(_ text: DisplayText) {
        if case .text(let last) = parts.last {
            parts[parts.count - 1] = .text(last + text)
        } else if !text.isEmpty {
            parts.append(.text(text))
        }
    }

    package static func + (left: KeyedText, right: KeyedText) -> KeyedText {
        right.parts.reduce(into: left) { all, part in
            if case .text(let text) = part { all.append(text) } else { all.parts.append(part) }
        }
    }
}

extension KeyedText: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self.init(value) }
    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

    /// Collects the parts of an interpolated literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = KeyedText(.empty)

        package init(literalCapacity: Int, interpolationCount: Int) {}
        package mutating func appendLiteral(_ literal: String) {
            text.append(DisplayText(sanitising: literal))
        }
        /// The key of a command, or its name after `:` where it has none.
        package mutating func appendInterpolation(key command: Command) { text.parts.append(.key(command)) }
        package mutating func appendInterpolation(_ value: KeyedText) { text = text + value }
        package mutating func appendInterpolation(_ value: DisplayText) { text.append(value) }
        package mutating func appendInterpolation<Value>(_ value: Value) {
            text.append(DisplayText(sanitising: String(describing: value)))
        }
    }
}
