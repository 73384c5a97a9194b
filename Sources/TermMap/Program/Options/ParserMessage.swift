import Streams

/// What the argument parser says of a command line, in the words of this program.
struct ParserMessage {
    /// The option or argument that it is about, as it was typed; nil where it is about none.
    let subject: String?
    /// What is wrong with it: a value, that there is none, or anything else.
    let words: String
    /// What the parser says is accepted; empty where it does not say so.
    let choices: [String]

    var text: String { (subject.map { $0 + ": " } ?? "") + textWithoutSubject }

    /// The same where the option is named already.
    var textWithoutSubject: String { words + expectation }

    private static let missingValue = "a value is missing"

    /// The option came without its value.
    var isMissingValue: Bool { words == Self.missingValue }

    private static let unknownOption = "no such option"

    /// There is no option of this name.
    var isUnknownOption: Bool { words.hasPrefix(Self.unknownOption) }

    /// `: expected a, b`, or nothing.
    private var expectation: String { choices.isEmpty ? "" : ": expected " + choices.joined(separator: ", ") }

    /// The same with what is accepted, which the parser says only about values.
    func expecting(_ choices: [String]) -> ParserMessage {
        ParserMessage(subject: subject, words: words, choices: self.choices.isEmpty ? choices : self.choices)
    }

    private init(subject: String?, words: String, choices: [String] = []) {
        (self.subject, self.words, self.choices) = (subject, words, choices)
    }

    /// - Parameter message: the parser's, in English: swift-argument-parser has no other languages.
    init(_ message: String) {
        let first = String(message.prefix { $0 != "\n" })
        if let value = Self.part(of: message, after: "The value '", before: "' is invalid for '"),
            let option = Self.part(of: message, after: "' is invalid for '", before: "'")
        {
            // Values without a list are numbers: all others are texts, which are checked later.
            let choices = Self.choices(in: message)
            self.init(
                subject: Self.flag(option), words: quoted(value),
                choices: choices.isEmpty ? ["a whole number"] : choices)
        } else if let option = Self.part(of: first, after: "Missing value for '", before: "'") {
            self.init(
                subject: Self.flag(option), words: Self.missingValue, choices: Self.choices(in: message))
        } else if let option = Self.part(of: first, after: "Unknown option '", before: "'") {
            let similar = Self.part(of: first, after: "Did you mean '", before: "'")
            let isSimilar = similar.map { Self.start(of: $0) == Self.start(of: option) } ?? false
            self.init(
                subject: option,
                words: Self.unknownOption + (isSimilar ? similar.map { ": \($0)?" } ?? "" : ""))
        } else if let value = Self.part(of: first, after: "Unexpected argument '", before: "'") {
            self.init(subject: nil, words: "unexpected argument: \(quoted(value))")
        } else if let option = Self.part(
            of: first, after: "The option '", before: "' does not take any value")
        {
            self.init(subject: option, words: "takes no value")
        } else {
            self.init(subject: nil, words: first)
        }
    }

    /// `--size <CxR>` without what stands for its value; nil for an argument, which has no name to type.
    private static func flag(_ option: String) -> String? {
        option.hasPrefix("<") ? nil : option.split(separator: " ").first.map(String.init)
    }

    /// The first letter of an option: names that begin in another way are no misspellings.
    private static func start(of option: String) -> Substring { option.drop { $0 == "-" }.prefix(1) }

    /// The values of a list: a line each, or in quotes.
    private static func choices(in message: String) -> [String] {
        guard let list = message.firstRange(of: "Please provide one of") else { return [] }
        let rest = message[list.upperBound...]
        let lines = rest.split(separator: "\n").filter { $0.hasPrefix("  - ") }
        if !lines.isEmpty { return lines.map { String($0.dropFirst(4)) } }
        let pieces = rest.split(separator: "'", omittingEmptySubsequences: false)
        return pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) }
    }

    private static func part(of text: String, after start: String, before end: String) -> String? {
        guard let start = text.firstRange(of: start),
            let end = text[start.upperBound...].firstRange(of: end)
        else { return nil }
        return String(text[start.upperBound..<end.lowerBound])
    }
}
