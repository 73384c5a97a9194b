/// The key table as the help shows it, a group after the other.
struct HelpText: Sendable {
    struct Entry: Equatable, Sendable {
        var keys: String
        var text: String
    }

    var groups: [(title: String, entries: [Entry])] = []
    /// The commands that `:` accepts, each name once.
    var commands: [NamedCommand] = []
    /// The version of the program, and whose data the map is, a source a line.
    var version = ""
    var credits = ""
}
