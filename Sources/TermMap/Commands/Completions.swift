import ArgumentParser

/// What a shell completes: the options of the program, made from the same declarations as `--help`, and the other commands.
enum Completions {
    /// The shells whose scripts can be printed.
    enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

    /// A command besides the program itself; its options are read off its help.
    struct Subcommand {
        var name: String
        var abstract: String
        var options: [(name: String, help: String)]

        init<Command: ParsableCommand>(_ name: String, _ type: Command.Type) {
            self.name = name
            abstract = type.configuration.abstract
            options = type.helpMessage(columns: 1_000).split(separator: "\n").compactMap { line in
                line.firstMatch(of: #/^  (?:-\w, )?(--[a-z0-9-]+).*?  +(.*)$/#).map {
                    (String($0.1), String($0.2))
                }
            }
        }
    }

    static let subcommands = [
        Subcommand(Geocode.name, GeocodeOptions.self), Subcommand(SummaryCommand.name, SummaryCommand.self),
        Subcommand("track", TrackOptions.self), Subcommand(CacheCommand.name, CacheCommand.self),
    ]

    /// A script that the shell sources.
    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: Options.completionScript(for: .bash) + bash
        case .zsh: functions(of: Options.completionScript(for: .zsh)) + zsh
        case .fish: Options.completionScript(for: .fish) + fish
        }
    }

    private static var names: String { subcommands.map(\.name).joined(separator: " ") }

    private static var bash: String {
        let cases = subcommands.map { command in
            "    \(command.name)) options='\(command.options.map(\.name).joined(separator: " "))' ;;\n"
        }.joined()
        return """

            _termmap_command() {
                local options='' IFS=$'\\n'
                case "${COMP_WORDS[1]}" in
            \(cases)    esac
                if [ "$COMP_CWORD" -gt 1 ] && [ -n "$options" ]; then
                    COMPREPLY=($(compgen -W "${options// /$'\\n'}" -- "$2") $(compgen -f -- "$2"))
                    return
                fi
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
            let options = command.options.map { quoted($0.name) + ":" + quoted($0.help) }
            return "        \(command.name)) options=(\(options.joined(separator: " "))) ;;\n"
        }.joined()
        let commands = subcommands.map { quoted($0.name) + ":" + quoted($0.abstract) }.joined(separator: " ")
        return """
            _termmap_command() {
                local -a options commands
                if (( CURRENT > 2 )); then
                    case $words[2] in
            \(cases)        esac
                fi
                if (( $#options )); then
                    _describe option options -o
                    _files
                    return
                fi
                commands=(\(commands))
                if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; fi
                _termmap
            }
            if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _termmap_command "$@"; else compdef _termmap_command termmap; fi

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
            for option in command.options {
                text +=
                    "complete -c termmap -n '__fish_seen_subcommand_from \(command.name)' "
                    + "-l \(option.name.dropFirst(2)) -d \(quoted(option.help))\n"
            }
        }
        return text
    }

    /// The script of zsh without its last lines, which run it, and without the rest argument of commands that do not exist:
    /// zsh refuses two.
    private static func functions(of script: String) -> String {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.prefix { !$0.hasPrefix("if [[ \"${funcstack") }
            .filter { !$0.contains("'(-)*:: :->arg'") && !$0.contains("'(-): :->command'") }
            .joined(separator: "\n") + "\n"
    }
}
