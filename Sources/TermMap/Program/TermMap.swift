import App
import ArgumentParser
import CTerminalGuard
import CellGraphics
import FoundationEssentials
import MapModel
import Platform
import Runtime
import Streams
import TerminalScreen

/// The program: reads the command line, then runs on the screen or without one.
@main
struct TermMap {
    static func main() {
        // First of all: whatever happens from here on, the terminal comes back.
        _ = guard_install()
        guard_set_up_memory()
        guard_set_up_arguments()
        ArgumentSecrets.hide()
        #if DEBUG
            TerminalProbe.runIfAsked()
        #endif
        let typed = OptionalValue.completed(Array(CommandLine.arguments.dropFirst()))
        let arguments = CommandHelp.asked(MeasureCommand.completed(typed))
        // If the guard could not open a pipe, no other descriptors are available either.
        if let fault = OpenFiles.prepare() ?? AvailableMemory.missing() { Output.fail(fault, code: .usage) }
        do throws(UsageError) {
            switch arguments.first {
            case Geocode.name: try Geocode.run(parse(GeocodeOptions.self, arguments.dropFirst()))
            case AddressCommand.name: try parse(AddressCommand.self, arguments.dropFirst()).report()
            case CacheCommand.name: try parse(CacheCommand.self, arguments.dropFirst()).report()
            case SummaryCommand.name: try parse(SummaryCommand.self, arguments.dropFirst()).report()
            case DoctorCommand.name: parse(DoctorCommand.self, arguments.dropFirst()).report()
            case TimesCommand.name: try parse(TimesCommand.self, arguments.dropFirst()).report()
            case TripCommand.name: try parse(TripCommand.self, arguments.dropFirst()).report()
            case MeasureCommand.name: try parse(MeasureCommand.self, arguments.dropFirst()).report()
            case TrackOptions.name: try TrackCommand(parse(TrackOptions.self, arguments.dropFirst())).run()
            default: try run(arguments)
            }
        } catch {
            ServerInterrupt.leaveIfAsked()
            Output.fail(error.description, code: .usage, excerpt: error.excerpt)
        }
    }

    /// The program itself: what the file of settings says comes before the command line, which has the last word.
    private static func run(_ arguments: [String]) throws(UsageError) {
        var options = parse(Options.self, arguments[...])
        let configuration = try Configuration.read(options)
        if !configuration.arguments.isEmpty {
            let named = options.address.geoip
            options = parse(Options.self, (configuration.arguments + arguments)[...])
            // Lists of the file are replaced, too, not added to.
            if !named.isEmpty { options.address.geoip = named }
        }
        try Program(options, configuration).run()
    }

    /// The parsed options of a command; exits after help and errors.
    private static func parse<Command: ParsableCommand>(
        _ command: Command.Type, _ arguments: ArraySlice<String>
    ) -> Command {
        do {
            return try Command.parse(Array(arguments))
        } catch {
            leave(ParserExit(error, of: command, Array(arguments)))
        }
    }

    /// Help goes to standard output; what is wrong with the command line is one line on standard error.
    private static func leave(_ end: ParserExit) -> Never {
        if end.isClean {
            Output.write(end.text + "\n")
            ExitCode.done.end()
        }
        Output.fail(end.text, code: .usage)
    }
}

/// What the argument parser has to say when it does not return options.
private struct ParserExit {
    let isClean: Bool
    let text: String

    init(_ error: any Error, of command: any ParsableCommand.Type, _ arguments: [String]) {
        isClean = command.exitCode(for: error) == .success
        let full = isClean ? command.fullMessage(for: error) : command.message(for: error)
        text =
            isClean ? CommandHelp.text(full, of: command) : Self.words(full, of: command, arguments)
    }

    private static func words(
        _ full: String, of command: any ParsableCommand.Type, _ arguments: [String]
    ) -> String {
        let message = ParserMessage(full)
        if command == Options.self, message.isUnknownOption, let option = message.subject,
            let hint = Program.commandHint(for: option, among: arguments)
        {
            return message.text + hint
        }
        return words(message, of: command) + " (see --help)"
    }

    private static func words(_ message: ParserMessage, of command: any ParsableCommand.Type) -> String {
        guard message.isMissingValue, message.choices.isEmpty, let flag = message.subject else {
            return message.text
        }
        // What an option accepts is asked of the parser with a wrong value.
        do {
            _ = try command.parseAsRoot([flag, "\u{1}"])
            return message.text
        } catch {
            let asked = ParserMessage(command.message(for: error))
            return message.expecting(asked.choices).text
        }
    }
}
