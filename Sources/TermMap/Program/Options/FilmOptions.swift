import App
import ArgumentParser
import RowValues
import Runtime
import Streams

/// A film in place of a picture: of the keys of `--keys`, or of the rows of one part of a time after another.
struct FilmOptions: ParsableArguments {
    /// What is filmed.
    enum Film {
        case keys(each: Duration)
        case windows(WindowFilm)
    }

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Print a film, with -o svg, html, cast or ansi. With --keys: a frame for each key, shown for this many seconds \
            (default: 0.25; <2s> in --keys is a pause). Without --keys: this many frames, each with the rows of one part of --time, or of \
            all times; also with --list.
            """, valueName: "seconds|n"))
    var frames: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --frames, without --keys: how much time each frame covers, such as 7d (default: up to the next frame).",
            valueName: "length"))
    var window: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --frames, without --keys: frames per second (default: 8).", valueName: "n"))
    var fps: String?

    /// How long `--frames` without a number shows each frame.
    static let standardSeconds = "0.25"
    private static let standardFPS = 8.0

    /// What is filmed; nil without `--frames`.
    func film(keys: String?, _ output: OutputFormat?, isList: Bool) throws(UsageError) -> Film? {
        guard let frames else {
            if window != nil || fps != nil { throw UsageError("--window and --fps need --frames") }
            return nil
        }
        if keys != nil {
            if window != nil || fps != nil {
                throw UsageError("--window and --fps are not for films of --keys")
            }
            if output?.picture == nil { throw UsageError("--frames needs -o svg, html, cast or ansi") }
            return .keys(each: try Self.duration(frames))
        }
        if output?.picture == nil, !isList {
            throw UsageError("--frames needs --list, or -o svg, html, cast or ansi")
        }
        if frames == Self.standardSeconds {
            throw UsageError("--frames without --keys needs a number of frames, such as --frames 24")
        }
        guard let count = Int(frames), (1...TimeFrames.limit).contains(count) else {
            throw UsageError(
                "--frames: not a number of frames: \(quoted(frames)) (expected 1 to \(TimeFrames.limit), or seconds with --keys)"
            )
        }
        return .windows(WindowFilm(count: count, length: try length(), duration: try frameDuration()))
    }

    private static func duration(_ frames: String) throws(UsageError) -> Duration {
        guard let seconds = Double(frames), (0.01...600).contains(seconds) else {
            throw UsageError("--frames: not a number of seconds: \(quoted(frames)) (expected 0.01 to 600)")
        }
        return .milliseconds(Int64((seconds * 1_000).rounded()))
    }

    private func length() throws(UsageError) -> TimeLength? {
        guard let window else { return nil }
        guard let length = TimeLength(window) ?? TimeLength(iso: window) else {
            throw UsageError("--window: not a length of time: \(quoted(window)) (expected 7d, 12h, P1M …)")
        }
        return length
    }

    private func frameDuration() throws(UsageError) -> Duration {
        let rate = fps.map { Double($0) ?? .nan } ?? Self.standardFPS
        guard (0.1...60).contains(rate) else {
            throw UsageError(
                "--fps: not a number of frames a second: \(quoted(fps ?? "")) (expected 0.1 to 60)")
        }
        return .milliseconds(Int64((1_000 / rate).rounded()))
    }
}

extension Options {
    /// What `--frames` asks for.
    func wantedFilm() throws(UsageError) -> FilmOptions.Film? {
        try film.film(keys: keys, output, isList: list)
    }
}
