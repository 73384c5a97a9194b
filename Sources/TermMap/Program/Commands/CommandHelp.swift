import ArgumentParser

/// A command that takes options of the program itself, which its own help would not list.
protocol SourceCommand: ParsableCommand {
    /// Those that matter most to it: `--where`.
    static var listedOptions: [String] { get }
}

/// The commands besides the map, and what `--help` prints about them.
enum CommandHelp {
    private static var commands: [(name: String, type: any ParsableCommand.Type)] {
        [
            (Geocode.name, GeocodeOptions.self), (AddressCommand.name, AddressCommand.self),
            (SummaryCommand.name, SummaryCommand.self), (TimesCommand.name, TimesCommand.self),
            (TripCommand.name, TripCommand.self), (MeasureCommand.name, MeasureCommand.self),
            (TrackOptions.name, TrackOptions.self), (CacheCommand.name, CacheCommand.self),
            (DoctorCommand.name, DoctorCommand.self),
        ]
    }

    static var names: [String] { commands.map(\.name) }

    /// A line for each command.
    static var lines: String {
        let width = (names.map(\.count).max() ?? 0) + 2
        return commands.map { command in
            let gap = String(repeating: " ", count: width - command.name.count)
            return command.name + gap + command.type.configuration.abstract
        }.joined(separator: "\n")
    }

    /// `help trip` asks for what `trip --help` prints.
    static func asked(_ arguments: [String]) -> [String] {
        guard arguments.first == "help", arguments.count > 1, names.contains(arguments[1]) else {
            return arguments
        }
        return [arguments[1], "--help"]
    }

    /// The help of the parser: for the map with headings, for a command with the options of the map that matter to it.
    static func text(_ help: String, of command: any ParsableCommand.Type) -> String {
        if command == Options.self { return OptionalValue.help(withHeadings(help)) }
        guard let command = command as? any SourceCommand.Type else { return OptionalValue.help(help) }
        let lines = optionLines(command.listedOptions, in: Options.helpMessage()).joined(separator: "\n")
        return OptionalValue.help(
            help.replacing("\nOPTIONS:\n", with: "\nOPTIONS:\n\(lines)\n", maxReplacements: 1))
    }

    /// The first options of the parts of what is in no group of the parser, sixty options that it lists as one.
    private static let headings = [
        ("--lat", "COLUMNS"), ("--at", "VIEW"), ("--where", "ROWS"), ("--once", "OUTPUT"),
        ("--color", "TERMINAL"), ("--config", "OTHER"),
    ]

    /// The help with a heading before each of these parts.
    private static func withHeadings(_ help: String) -> String {
        headings.reduce(help) { help, part in
            let (option, heading) = part
            return help.replacing(
                "\n  \(option) ", with: "\n\n\(heading):\n  \(option) ", maxReplacements: 1)
        }
    }

    /// The lines about some options in a help, in its order.
    private static func optionLines(_ options: [String], in help: String) -> [Substring] {
        var isListed = false
        return help.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            if !line.hasPrefix("   ") {
                isListed = line.split(whereSeparator: { $0 == " " || $0 == "," }).prefix(2)
                    .contains { options.contains(String($0)) }
            }
            return isListed
        }
    }
}
