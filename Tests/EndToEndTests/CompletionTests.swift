import Foundation
import Testing

@testable import TermMap

/// What the shells complete, asked of the shells.
@Suite struct CompletionTests {
    /// What the program prints for each shell, which takes long.
    private static let scripts = Result {
        try ["bash", "zsh", "fish"].reduce(into: [:]) { scripts, shell in
            scripts[shell] = try Run(["--completion", shell]).output
        }
    }

    private func script(_ shell: String) throws -> ScratchFile {
        try ScratchFile(#require(Self.scripts.get()[shell]), named: "_termmap")
    }

    /// The candidates for the last word, by bash with the script that the program prints.
    private func bash(_ words: [String]) throws -> [String] {
        let script = """
            source "$0"
            COMP_WORDS=(termmap "${@:1}") COMP_CWORD=$#
            COMP_LINE="${COMP_WORDS[*]}"
            COMP_LINE="${COMP_LINE// = /=}" COMP_POINT=${#COMP_LINE}
            _termmap_command termmap "${@: -1}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let file = try self.script("bash")
        let run = try Run(["-c", script, file.path] + words, of: "/bin/bash")
        #expect(run.errors == "")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        (["--them"], ["--theme"]), (["--theme", "d"], ["dark"]), (["geoc"], ["geocode"]),
        (["geocode", "--rev"], ["--reverse"]), (["--format", "par"], ["parquet"]),
        (["cache", "--cl"], ["--clear"]), (["cache", "c"], ["clear"]), (["summary", "--whe"], ["--where"]),
        (["--theme", "=", "d"], ["dark"]), (["--units", "="], ["km", "mi", "nm"]),
        (["--color", "t"], ["truecolor"]), (["--forma"], ["--format"]), (["--as"], ["--ask"]),
        (["track", "-o", "gp"], ["gpx"]), (["track", "--output", "c"], ["csv"]),
    ])
    func bashCompletesOptionsValuesAndCommands(words: [String], candidates: [String]) throws {
        #expect(try bash(words) == candidates)
    }

    @Test func bashCompletesFilesWithBlanks() throws {
        let file = try ScratchFile("a,b", named: "two words.csv")
        #expect(try bash([file.folder + "/two"]) == [file.path])
        for words in [["summary"], ["track"], ["track", "--save"], ["--basemap"], ["--gps-log"]] {
            #expect(try bash(words + [file.folder + "/two"]) == [file.path], "\(words)")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func shellsReadTheirScript(shell: String) throws {
        let path = ["bash": "/bin/bash", "zsh": "/usr/bin/zsh", "fish": "/usr/bin/fish"][shell] ?? ""
        let file = try script(shell)
        let script = try String(contentsOfFile: file.path, encoding: .utf8)
        let run = try Run(["-n", file.path], of: path)
        #expect(run.code == 0 && run.errors == "")
        // Every option of the help is in the script.
        for option in Completions.Subcommand("termmap", Options.self).options.map(\.name) {
            let name = shell == "fish" ? "-l '\(option.dropFirst(2))'" : option
            #expect(script.contains(name), "\(option)")
        }
    }

    @Test func theVersionNamesTheCommit() throws {
        let run = try Run(["--version"])
        #expect(run.output.firstMatch(of: #/^termmap \d+\.\d+\.\d+ \([0-9a-f]{10}(-dirty)?\)\n/#) != nil)
    }

    /// What fish prints that knows the script.
    private func fish(_ commands: String) throws -> String {
        let file = try script("fish")
        return try Run(["-c", "source '\(file.path)'; \(commands)"], of: "/usr/bin/fish").output
    }

    @Test func fishCompletesOptionsAndCommands() throws {
        let output = try fish("complete -C 'termmap geocode --rev'; complete -C 'termmap geo'")
        #expect(output.contains("--reverse\t") && output.contains("geocode\t"))
    }

    @Test(arguments: ["track ", "summary ", "track --save "]) func fishCompletesFilesOfCommands(words: String)
        throws
    {
        let file = try ScratchFile("a,b", named: "places.csv")
        #expect(try fish("cd '\(file.folder)'; complete -C 'termmap \(words)pl'") == "places.csv\n")
    }

    /// The options of a command are its own.
    @Test(
        arguments: [
            ("track --sa", ["--save"]), ("geocode --the", []),
            ("--the", ["--theme"]),
        ]
            as [(String, [String])])
    func fishCompletesTheOptionsOfTheCommand(typed: String, expected: [String]) throws {
        let found = try fish("complete -C 'termmap \(typed)'").split(separator: "\n")
            .compactMap { $0.split(separator: "\t").first }
        #expect(found.filter { $0.hasPrefix("--") }.map(String.init) == expected)
    }

    /// zsh loads the file as the function of that name: the second Tab must find the same as the first.
    @Test func zshCompletesTheOptionsOfTheCommandTwice() throws {
        let file = try script("zsh")
        let run = try Run(
            [
                "-fc",
                """
                fpath=('\(file.folder)'); autoload -Uz _termmap
                _describe() { shift $(( $# - 1 )); print -rl -- "${(P)1[@]}" }; _files() { : }; compdef() { : }; _arguments() { print arguments }
                words=(termmap track --sa); CURRENT=3
                _termmap; print -r -- "=="; _termmap
                """,
            ], of: "/usr/bin/zsh")
        let tabs = run.output.components(separatedBy: "==\n")
        #expect(
            tabs.count == 2 && tabs[0] == tabs[1] && tabs[0].contains("--save:"), "\(run.output)\(run.errors)"
        )
        #expect(!run.output.contains("--save-track"))
    }
}
