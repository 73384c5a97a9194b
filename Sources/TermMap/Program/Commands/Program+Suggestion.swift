import App
import MapSources
import Platform
import RowValues
import Streams

extension Program {
    /// Words that suggest an option or a command where the arguments name no file but what one of these takes or nearly is.
    func suggestion(for paths: [String], _ error: SourceError) -> String? {
        guard case .file(let fault) = error, fault.reason == .noSuchFile else { return nil }
        if let value = paths.first(where: { !FilePath.allows(.knowing, $0) }),
            !NamedFile.hasKnownEnding(value),
            let option = OptionalValue.option(before: value, in: CommandLine.arguments)
        {
            return " (the value of \(option): \(option)=\(Self.word(value)))"
        }
        guard paths.allSatisfy({ !FilePath.allows(.knowing, $0) && !$0.contains("/") }) else { return nil }
        if CommandHelp.names.contains(paths[0]) {
            var words = Array(CommandLine.arguments.dropFirst())
            words.removeAll { $0 == paths[0] }
            return
                " (the command comes first: termmap \(([paths[0]] + words.map(Self.word)).joined(separator: " ")))"
        }
        if isOption(paths[0]) {
            let words =
                ["--" + paths[0]]
                + (paths.count > 1 ? [Self.word(paths.dropFirst().joined(separator: " "))] : [])
            return " (the option: termmap \(words.joined(separator: " ")))"
        }
        // To look for a place takes a moment, and a file that is misspelled is none.
        if paths.contains(where: NamedFile.hasKnownEnding) { return nil }
        let text = paths.joined(separator: " ")
        guard (try? Options.resolvePlace(text, flag: "--at", names: .find(), reportsSimilar: false)) != nil
        else { return command(like: paths[0]).map { " (the command: termmap \($0))" } }
        return " (the place: termmap --at \(Self.word(text)))"
    }

    /// An argument as the shell reads it.
    private static func word(_ text: String) -> String {
        printable(text.allSatisfy { $0.isLetter || $0.isNumber || ",.-".contains($0) } ? text : "\"\(text)\"")
    }

    private func isOption(_ word: String) -> Bool {
        guard word.allSatisfy({ $0.isLowercase || $0 == "-" }) else { return false }
        do {
            _ = try Options.parse(["--" + word])
            return true
        } catch {
            return !ParserMessage(Options.message(for: error)).isUnknownOption
        }
    }

    private func command(like word: String) -> String? {
        FilterColumns(CommandHelp.names).similar(to: word).first
    }
}
