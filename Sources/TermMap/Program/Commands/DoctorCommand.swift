import App
import ArgumentParser
import Platform
import Runtime

/// `termmap doctor`: what the program finds of its surroundings, and what helps where something is wrong.
struct DoctorCommand: ParsableCommand {
    static let name = "doctor"

    static let configuration = CommandConfiguration(
        commandName: "termmap doctor",
        abstract: "Check the terminal, fonts, data, settings, folders and programs.",
        discussion: """
            Prints a line for each thing that was looked at: ok, note (works, something is missing) or bad, and a line of \
            advice where there is some. No server is asked, no file is written. Run it without a pipe to have \
            the terminal asked for its colours and the width of its characters. To open a file called doctor, run termmap \
            ./doctor.

            Exit status: 0 nothing is bad, 1 something is, 2 usage error.
            """)

    func report() -> Never {
        let sections = Doctor(version: VersionText.version).sections()
        let isColored =
            Descriptor.isTerminal(Descriptor.output) && Environment.text("NO_COLOR") == nil
            && Environment.text("TERM") != "dumb"
        Output.write(sections.text(colored: isColored))
        (sections.hasBad ? ExitCode.nothing : .done).end()
    }
}
