/// The pattern of LIKE: `%` for any characters, `_` for one.
package struct TextPattern: Equatable, Sendable {
    /// A piece of a pattern.
    package enum Part: Equatable, Sendable {
        case literal(Unicode.Scalar)
        /// Exactly one character.
        case one
        /// Any characters, or none.
        case any
    }

    /// The pieces in order; never two of `.any` in a row.
    package private(set) var parts: [Part] = []

    /// Parses a pattern of LIKE; a character after `escape` is itself, and an escape at the end too.
    package init(like text: String, escape: Unicode.Scalar = "\\") {
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                parts.append(.literal(scalar))
                isEscaped = false
            } else if scalar == escape {
                isEscaped = true
            } else if scalar == "%" {
                if parts.last != .any { parts.append(.any) }
            } else {
                parts.append(scalar == "_" ? .one : .literal(scalar))
            }
        }
        if isEscaped { parts.append(.literal(escape)) }
    }

    /// The texts that contain `text`.
    package init(containing text: String) {
        parts = [.any] + text.unicodeScalars.map { .literal($0) } + (text.isEmpty ? [] : [.any])
    }

    /// The same pattern for texts that are folded.
    func folded(_ folding: FilterFolding) -> TextPattern {
        var pattern = self
        pattern.parts = parts.flatMap { part -> [Part] in
            guard case .literal(let scalar) = part else { return [part] }
            return folding.folded(String(scalar)).unicodeScalars.map { .literal($0) }
        }
        return pattern
    }

    /// The characters that must occur.
    package var literals: Set<Unicode.Scalar> {
        Set(parts.compactMap { if case .literal(let scalar) = $0 { scalar } else { nil } })
    }

    /// As LIKE has it, with `\` before each character that would mean another one.
    package var like: String {
        var text = String.UnicodeScalarView()
        for part in parts {
            switch part {
            case .one: text.append("_")
            case .any: text.append("%")
            case .literal(let scalar):
                if scalar == "%" || scalar == "_" || scalar == "\\" { text.append("\\") }
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// Whether all of `text` fits.
    ///
    /// - Complexity: O(length of text · length of pattern) at worst, usually O(length of text).
    package func matches(_ text: String) -> Bool {
        let text = Array(text.unicodeScalars)
        var (offset, part) = (0, 0)
        // Where to go on when what follows the last `.any` does not fit.
        var retry: (offset: Int, part: Int)?
        while offset < text.count {
            if part < parts.count, parts[part] == .any {
                retry = (offset, part + 1)
                part += 1
            } else if part < parts.count, parts[part] == .one || parts[part] == .literal(text[offset]) {
                offset += 1
                part += 1
            } else if let last = retry {
                retry = (last.offset + 1, last.part)
                (offset, part) = (last.offset + 1, last.part)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .any }
    }
}
