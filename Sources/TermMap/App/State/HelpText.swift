/// The key table as the help shows it, a group after the other.
package struct HelpText: Sendable {
    package struct Entry: Equatable, Sendable {
        package var keys: String
        package var text: String

        package init(keys: String, text: String) {
            self.keys = keys
            self.text = text
        }
    }

    var groups: [(title: String, entries: [Entry])] = []
    /// The commands that `:` accepts, each name once.
    package var commands: [NamedCommand] = []
    /// The version of the program, and whose data the map is, a source a line.
    package var version = ""
    package var credits = ""
    /// What the program has given up, in words.
    package var lock = ""
}
