import App
import ArgumentParser

/// What a shell completes: the options of the program, made from the same declarations as `--help`, and the other commands.
enum Completions {
    /// A command besides the program itself; its options are read off its help.
    struct Subcommand {
        var name: String
        var abstract: String
        /// What `--help` prints, a line for each option.
        var help: String
        /// What may be its first argument.
        var words: [String]
        var options: [(name: String, help: String)]
        /// Whether its arguments are files.
        var readsFiles: Bool
        /// The options that take one.
        var fileOptions: Set<String>
        /// The options, short ones as well, that take one of a few words.
        var choices: [(names: [String], values: [String])]

        /// - Parameter hidden: names of options of the program that it takes and does not list in its help.
        init<Command: ParsableCommand>(
            _ name: String, _ type: Command.Type, words: [String] = [], hidden: [String] = [],
            readsFiles: Bool = false
        ) {
            self.name = name
            self.words = words
            abstract = type.configuration.abstract
            help = type.helpMessage(columns: 1_000)
            options = Self.options(in: help) + Completions.options.filter { hidden.contains($0.name) }
            choices = Self.choices(in: help)
            self.readsFiles = readsFiles
            fileOptions = Set(help.matches(of: #/(--[a-z0-9-]+) <file/#).map { String($0.1) })
        }

        /// `-o, --output <format>  Output format. (values: csv, gpx; default: csv)`
        private static func choices(in help: String) -> [(names: [String], values: [String])] {
            help.split(separator: "\n").compactMap { line in
                line.firstMatch(of: #/^  (?:(-\w), )?(--[a-z0-9-]+) .*\(values: ([^;)]+)/#).map { match in
                    (
                        [match.1.map(String.init), String(match.2)].compactMap { $0 },
                        match.3.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init)
                    )
                }
            }
        }

        static func options(of type: any ParsableArguments.Type) -> [(name: String, help: String)] {
            options(in: type.helpMessage(columns: 1_000))
        }

        private static func options(in help: String) -> [(name: String, help: String)] {
            help.split(separator: "\n").compactMap { line in
                line.firstMatch(of: #/^  (?:-\w, )?(--[a-z0-9-]+).*?  +(.*)$/#).map {
                    (String($0.1), String($0.2))
                }
            }
        }
    }

    /// Read off the help once: it takes long to make.
    private static let options = Subcommand.options(of: Options.self)
    private static let sourceNames = names(of: SourceFlags.self, PlaceFlags.self)

    private static func names(of types: any ParsableArguments.Type...) -> [String] {
        types.flatMap { Subcommand.options(of: $0).map(\.name) }.filter { $0 != "--help" }
    }

    static let subcommands = [
        Subcommand(Geocode.name, GeocodeOptions.self),
        Subcommand(AddressCommand.name, AddressCommand.self),
        Subcommand(
            SummaryCommand.name, SummaryCommand.self,
            hidden: sourceNames + [
                "--where", "--lat", "--lon", "--latlon", "--label", "--id", "--swap", "--delimiter",
                "--no-header", "--json",
            ], readsFiles: true),
        Subcommand(
            TimesCommand.name, TimesCommand.self,
            hidden: sourceNames + names(of: TimeOptions.self) + [
                "--where", "--lat", "--lon", "--latlon", "--label", "--id", "--swap", "--delimiter",
                "--no-header", "--output", "--json",
            ], readsFiles: true),
        Subcommand(
            TripCommand.name, TripCommand.self,
            hidden: sourceNames + [
                "--lat", "--lon", "--latlon", "--label", "--swap", "--delimiter", "--no-header", "--output",
                "--track-by", "--time-column", "--time-format", "--zone", "--units", "--json",
            ], readsFiles: true),
        Subcommand(MeasureCommand.name, MeasureCommand.self),
        Subcommand(TrackOptions.name, TrackOptions.self, readsFiles: true),
        Subcommand(CacheCommand.name, CacheCommand.self, words: CacheCommand.Action.allCases.map(\.rawValue)),
        Subcommand(DoctorCommand.name, DoctorCommand.self),
    ]

    /// A script that the shell sources.
    static func script(for shell: CompletionShell) -> String {
        switch shell {
        case .bash: Options.completionScript(for: .bash) + bash
        case .zsh: functions(of: Options.completionScript(for: .zsh)) + zsh
        case .fish: withoutHelpCommand(Options.completionScript(for: .fish)) + fish
        }
    }

    private static var names: String { subcommands.map(\.name).joined(separator: " ") }

    /// The lines of a shell's `case` for the words that an option of a command takes.
    private static func valueCases(_ indent: String, _ action: ([String]) -> String) -> String {
        subcommands.flatMap { command in
            command.choices.map { choice in
                let patterns = choice.names.map { "'\(command.name) \($0)'" }.joined(separator: "|")
                return "\(indent)\(patterns)) \(action(choice.values)) ;;\n"
            }
        }.joined()
    }

    private static var bash: String {
        let values = valueCases("        ") {
            "COMPREPLY=($(IFS=' ' compgen -W '\($0.joined(separator: " "))' -- \"$2\")); return"
        }
        let cases = subcommands.map { command in
            "    \(command.name)) options='\((command.words + command.options.map(\.name)).joined(separator: " "))' ;;\n"
        }.joined()
        return """

            _termmap_command() {
                local options='' IFS=$'\\n'
                case "${COMP_WORDS[1]}" in
            \(cases)    esac
                case "${COMP_WORDS[1]} $3" in
            \(values)    esac
                if [ "$COMP_CWORD" -gt 1 ] && [ -n "$options" ]; then
                    COMPREPLY=($(compgen -W "${options// /$'\\n'}" -- "$2") $(compgen -f -- "$2"))
                    return
                fi
                # The shell splits --option=value at the sign.
                if [ "$2" = = ] || [ "$3" = = ]; then
                    COMP_LINE="${COMP_LINE%=*} ${COMP_LINE##*=}"
                    if [ "$2" = = ]; then
                        COMP_WORDS[COMP_CWORD]=''
                    else
                        COMP_WORDS=("${COMP_WORDS[@]:0:COMP_CWORD-1}" "${COMP_WORDS[@]:COMP_CWORD}")
                        COMP_CWORD=$((COMP_CWORD - 1))
                    fi
                    set -- "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                fi
                # Its lists are separated by blanks, too.
                IFS=$' \\t\\n'
                _termmap "$@"
                if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY+=($(IFS=' ' compgen -W '\(names)' -- "$2")); fi
            }
            complete -o filenames -F _termmap_command termmap

            """
    }

    private static var zsh: String {
        func quoted(_ text: String) -> String {
            "'" + text.replacing("'", with: "'\\''").replacing(":", with: "\\:") + "'"
        }
        let cases = subcommands.map { command in
            let options =
                command.options.map { quoted($0.name) + ":" + quoted($0.help) }
            let words = command.words.map(quoted)
            return "        \(command.name)) options=(\(options.joined(separator: " "))) "
                + "words_of=(\(words.joined(separator: " "))) ;;\n"
        }.joined()
        let values = valueCases("            ") { "compadd -- \($0.joined(separator: " ")); return" }
        let commands = subcommands.map { quoted($0.name) + ":" + quoted($0.abstract) }.joined(separator: " ")
        return """
            _termmap() {
                local -a options commands words_of
                if (( CURRENT > 2 )); then
                    case $words[2] in
            \(cases)        esac
                fi
                if (( CURRENT > 2 )); then
                    case "$words[2] $words[CURRENT-1]" in
            \(values)        esac
                fi
                if (( $#options )); then
                    (( $#words_of )) && _describe word words_of
                    _describe -o option options
                    _files
                    return
                fi
                commands=(\(commands))
                if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; fi
                _termmap_options
            }
            if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _termmap "$@"; else compdef _termmap termmap; fi

            """
    }

    private static var fish: String {
        func quoted(_ text: String) -> String {
            "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
        }
        var text = "\n"
        for command in subcommands {
            text +=
                "complete -c termmap -n __fish_is_first_token -a \(command.name) -d \(quoted(command.abstract))\n"
            if !command.words.isEmpty {
                text +=
                    "complete -c termmap -n '__fish_seen_subcommand_from \(command.name)' "
                    + "-a '\(command.words.joined(separator: " "))'\n"
            }
            for option in command.options {
                text +=
                    "complete -c termmap -n '__fish_seen_subcommand_from \(command.name)' "
                    + "-l \(option.name.dropFirst(2)) -d \(quoted(option.help))"
                    + (command.fileOptions.contains(option.name) ? " -r -F\n" : "\n")
            }
            if command.readsFiles {
                text += "complete -c termmap -n '__fish_seen_subcommand_from \(command.name)' -F\n"
            }
            for choice in command.choices {
                let short = choice.names.first { !$0.hasPrefix("--") }.map { " -s \($0.dropFirst())" } ?? ""
                let long = choice.names.last.map { " -l \($0.dropFirst(2))" } ?? ""
                text +=
                    "complete -c termmap -n '__fish_seen_subcommand_from \(command.name)'\(short)\(long) -x "
                    + "-a '\(choice.values.joined(separator: " "))'\n"
            }
        }
        return text
    }

    /// The script of fish without a command `help`, which does not exist.
    private static func withoutHelpCommand(_ script: String) -> String {
        script.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("-fa 'help'") }.joined(separator: "\n")
            // Commands have options of their own.
            .replacing(
                "-n '__termmap_should_offer",
                with: "-n 'not __fish_seen_subcommand_from \(names); and __termmap_should_offer")
    }

    /// The script of zsh without its last lines, which run it, and without the rest argument of commands that do not exist:
    /// zsh refuses two.
    private static func functions(of script: String) -> String {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.prefix { !$0.hasPrefix("if [[ \"${funcstack") }
            .filter { !$0.contains("'(-)*:: :->arg'") && !$0.contains("'(-): :->command'") }
            // zsh autoloads the file as `_termmap`, so the function of that name must be ours.
            .map { $0 == "_termmap() {" ? "_termmap_options() {" : $0 }
            .joined(separator: "\n") + "\n"
    }
}
