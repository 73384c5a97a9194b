/// The parsers that are fuzzed, by name. None may trap, run for a second or take 512 MB, whatever the bytes.
enum FuzzTarget {
    /// Gives bytes to a parser, and what comes out of it to the code behind.
    typealias Reader = @Sendable ([UInt8]) -> Void

    /// That of the first argument.
    static let chosen: Reader? = CommandLine.arguments.dropFirst().first.flatMap { all[$0] }

    static let all: [String: Reader] = files.merging(texts) { first, _ in first }
        .merging(tiles) { first, _ in first }.merging(answers) { first, _ in first }
        .merging(times) { first, _ in first }.merging(broker) { first, _ in first }
        .merging(feeds) { first, _ in first }
}
