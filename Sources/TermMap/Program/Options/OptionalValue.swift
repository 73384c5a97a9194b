import Platform

/// An option whose value may be left out: the parser knows none, so that a standard value is put in before it.
struct OptionalValue {
    let option: String
    let standard: String
    /// Whether the argument after the option is its value.
    let accepts: @Sendable (String) -> Bool

    static let all = [
        OptionalValue(option: "--watch", standard: SourceFlags.standardWatch) {
            Double($0) != nil && !isFile($0)
        },
        // A file called 52 is opened as ./52.
        OptionalValue(option: "--frames", standard: FilmOptions.standardSeconds) { Double($0) != nil },
        OptionalValue(option: "--by-area", standard: AreaOptions.count) {
            AreaOptions.isFigure($0) && !isFile($0)
        },
        OptionalValue(option: "--gps", standard: PositionOptions.standardHost) {
            $0 == PositionOptions.standardHost && !isFile($0)
        },
        OptionalValue(option: "--ip", standard: AddressFlags.best) { !$0.hasPrefix("-") && !isFile($0) },
        OptionalValue(option: "--track-by", standard: JourneyOptions.all) {
            !$0.hasPrefix("-") && !isFile($0)
        },
    ]

    private static func isFile(_ text: String) -> Bool { FilePath.allows(.knowing, text) }

    /// Arguments in which each of the options has a value.
    static func completed(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var completed: [String] = []
        var index = 0
        while index < end {
            let next = index + 1 < end ? arguments[index + 1] : nil
            if let option = all.first(where: { $0.option == arguments[index] }) {
                let value = next.flatMap { option.accepts($0) ? $0 : nil }
                completed.append("\(option.option)=\(value ?? option.standard)")
                index += value == nil ? 1 : 2
            } else {
                completed.append(arguments[index])
                index += 1
            }
        }
        return completed + arguments[end...]
    }

    /// The help of the parser with these values in brackets: `--watch[=<seconds>]`.
    static func help(_ text: String) -> String {
        // The words after it stay in their column.
        text.replacing(#/  (--[a-z-]+) (<[^>]+>)(?:  (?= ))?/#) { match in
            all.contains { $0.option == match.1 } ? "  \(match.1)[=\(match.2)]" : String(match.0)
        }
    }

    /// The option before a word that is no file, such as `--gps` before a host; nil for none.
    static func option(before word: String, in arguments: [String]) -> String? {
        guard let place = arguments.firstIndex(of: word), place > 0 else { return nil }
        return all.first { $0.option == arguments[place - 1] }?.option
    }
}
