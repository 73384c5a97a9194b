import App
import ArgumentParser

/// A film of the keys of `--keys`, in place of a picture.
struct FilmOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Print a film: a frame for each key of --keys, shown for this long (without a number: 0.25); with -o svg, html, \
            cast or ansi. <2s> in --keys is a pause.
            """, valueName: "seconds"))
    var frames: String?

    private static let standardSeconds = "0.25"

    /// `--frames` needs no number.
    static func completed(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments.enumerated().map { index, argument in
            argument == "--frames" && index < end ? "--frames=\(standardSeconds)" : argument
        }
    }

    /// How long each frame is shown; nil without `--frames`.
    func duration(_ output: OutputFormat?) throws(UsageError) -> Duration? {
        guard let frames else { return nil }
        guard let seconds = Double(frames), (0.01...600).contains(seconds) else {
            throw UsageError("--frames: not a number of seconds: \"\(frames)\" (expected 0.01 to 600)")
        }
        if output?.picture == nil { throw UsageError("--frames needs -o svg, html, cast or ansi") }
        return .milliseconds(Int64((seconds * 1_000).rounded()))
    }
}
