/// A hint before the keys of its commands are known.
package struct CommandHint {
    let commands: [Command]
    /// What the table says of the first command, unless the state says more.
    let text: String?
    /// Keys that stand for all letters, and not for commands.
    var letters: String?

    init(_ commands: Command..., says text: String? = nil) {
        self.commands = commands
        self.text = text
    }

    init(_ commands: [Command], says text: String) {
        self.commands = commands
        self.text = text
    }

    static func letters(_ letters: String, _ text: String) -> CommandHint {
        var hint = CommandHint([], says: text)
        hint.letters = letters
        return hint
    }

    static let pan = CommandHint(
        .pan(eastEighths: -1, southEighths: 0), .pan(eastEighths: 0, southEighths: 1),
        .pan(eastEighths: 0, southEighths: -1), .pan(eastEighths: 1, southEighths: 0))
    static let zoom = CommandHint(.zoom(steps: 1), .zoom(steps: -1))
    static let close = CommandHint(.cancel)
    static let dismiss = CommandHint(.edit(.cancel), says: "close")
    static let choose = cursor("choose")

    static func cursor(_ text: String) -> CommandHint {
        CommandHint(.moveCursor(rows: -1), .moveCursor(rows: 1), says: text)
    }
}
