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
        if fault.file == paths[0], let hint = Self.commandHint(paths) { return hint }
        guard paths.allSatisfy({ !FilePath.allows(.knowing, $0) && !$0.contains("/") }) else { return nil }
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

    /// Words that put a command in front which stands behind options; nil where the first of the paths is none, or a file.
    static func commandHint(_ paths: [String]) -> String? {
        guard let name = paths.first, CommandHelp.names.contains(name), !FilePath.allows(.knowing, name)
        else { return nil }
        var words = Array(CommandLine.arguments.dropFirst())
        words.removeAll { $0 == name }
        return " (the command comes first: termmap \(([name] + words.map(word)).joined(separator: " ")))"
    }

    /// The same where the map has no such option, but a command among the arguments does.
    static func commandHint(for option: String, among arguments: [String]) -> String? {
        let command = Completions.subcommands.first { command in
            arguments.contains(command.name) && command.options.contains { $0.name == option }
        }
        return command.flatMap { commandHint([$0.name]) }
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
