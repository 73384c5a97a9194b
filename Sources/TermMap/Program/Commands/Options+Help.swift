import ArgumentParser

extension Options {
    /// What `--help` says of the program, with all commands.
    static let configuration = CommandConfiguration(
        commandName: "termmap", abstract: "Show files and tables of places on a map in the terminal.",
        usage: """
            termmap [<options>] [<file> ...]
            termmap <command> [<options>] [<argument> ...]
            """,
        discussion: """
            Coordinates on the command line are LAT,LON or 33°51'S 151°12'E; a box is WEST,SOUTH,EAST,NORTH, \
            in degrees. Without a file and without standard input, termmap opens the bundled airports. Press \
            ? for the keys.

            Commands, each with --help:

            \(CommandHelp.lines)

            Exit status: 0 success, 1 nothing to show or nothing picked, 2 usage or input error, 130 quit by Q or \
            Ctrl-C while picking, or the signal that ended it.
            """)
}
