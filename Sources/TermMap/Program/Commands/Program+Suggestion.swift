import App
import Platform
import RowValues
import Streams

extension Program {
    /// Words that suggest `--at` where the arguments name no file but a place, or the command that one nearly is.
    func suggestion(for paths: [String], _ error: SourceError) -> String? {
        guard case .file(let fault) = error, fault.reason == .noSuchFile,
            paths.allSatisfy({ !FilePath.allows(.knowing, $0) && !$0.contains("/") })
        else { return nil }
        let text = paths.joined(separator: " ")
        guard (try? Options.resolvePlace(text, flag: "--at", names: .find(), reportsSimilar: false)) != nil
        else { return command(like: paths[0]).map { " (the command: termmap \($0))" } }
        let word = text.allSatisfy { $0.isLetter || $0.isNumber || ",.-".contains($0) } ? text : "\"\(text)\""
        return " (the place: termmap --at \(printable(word)))"
    }

    private func command(like word: String) -> String? {
        FilterColumns(Completions.subcommands.map(\.name)).similar(to: word).first
    }
}
