import App
import FoundationEssentials
import Platform
import Runtime
import Streams
import TerminalInput
import TerminalScreen

/// Looks at everything that the program needs of its surroundings, without the network.
struct Doctor {
    /// The program and the commit it was built from.
    let version: String
    let environment = ProcessInfo.processInfo.environment
    let packages = PackageAdvice.ofThisSystem

    /// All sections, in their order.
    func sections() -> [DoctorSection] {
        let isUnicode = TerminalCapabilities.chooseLocale(assumesUTF8: false)
        let checkup = GlyphCheck.checkup(isUnicode)
        return [
            system, terminal(checkup), locale(isUnicode), GlyphCheck.section(checkup, isUnicode),
            DataCheck.section(environment), settings, FolderCheck.section(environment),
            ProgramCheck(packages: packages).section, limits,
        ]
    }

    private var system: DoctorSection {
        var findings = [
            Finding(.ok, "termmap", version),
            Finding(.ok, "kernel", SystemName.kernel + (SystemName.cLibrary.map { ", \($0)" } ?? "")),
        ]
        let lock = Confinement.ability
        findings.append(Finding(lock.isWhole ? .ok : .note, "lock", lock.words))
        if !FilePath.allows(.reading, "/proc/self/statm") {
            findings.append(
                Finding(
                    .note, "/proc", "not mounted: free memory is not known",
                    advice: "mount -t proc proc /proc, as root"))
        }
        return DoctorSection(title: "system", findings: findings)
    }

    // MARK: - Terminal

    private func terminal(_ checkup: TerminalCheckup?) -> DoctorSection {
        var findings: [Finding] = []
        do throws(TerminalError) {
            let entry = try TerminalEntry()
            let asked = Environment.text("TERM") ?? ""
            let colors = colorWords(entry, checkup)
            findings.append(
                entry.name == asked
                    ? Finding(.ok, "type", "TERM=\(asked), \(colors)")
                    : Finding(
                        .note, "type", "TERM=\(asked) is not in terminfo: used as \(entry.name), \(colors)",
                        advice: packages.install(.terminfo)))
            if !entry.isXtermLike {
                findings.append(Finding(.note, "mouse", "the terminfo entry has none"))
            }
        } catch {
            findings.append(noEntry(error))
        }
        guard let checkup else {
            findings.append(
                Finding(
                    .note, "answers", "standard output is no terminal: nothing was asked",
                    advice: "run termmap doctor without a pipe to check answers and glyphs"))
            return DoctorSection(title: "terminal", findings: findings)
        }
        findings.append(size(checkup))
        findings.append(answers(checkup))
        return DoctorSection(title: "terminal", findings: findings)
    }

    /// A type that no map can be drawn on; where there is no terminal none need be set.
    private func noEntry(_ error: TerminalError) -> Finding {
        let isNeeded = error != .typeNotSet || Descriptor.isTerminal(Descriptor.output)
        var advice = "export TERM=xterm-256color, or the type that your terminal names in its settings"
        if case .typeUnknown = error { advice += "; for more types \(packages.install(.terminfo))" }
        return Finding(isNeeded ? .bad : .note, "type", "\(error): no map can be shown", advice: advice)
    }

    private func colorWords(_ entry: TerminalEntry, _ checkup: TerminalCheckup?) -> String {
        if Environment.text("NO_COLOR") != nil { return "colours off (NO_COLOR)" }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? ""), entry.colors >= 256 {
            return "24-bit colours (COLORTERM)"
        }
        if entry.colors > 256 { return "24-bit colours" }
        if entry.colors < 256, checkup?.answers.hasIndexedColors == true {
            return "256 colours, as the terminal says (terminfo: \(entry.colors))"
        }
        return entry.colors > 0 ? "\(entry.colors) colours" : "no colours"
    }

    private func size(_ checkup: TerminalCheckup) -> Finding {
        let words = "\(checkup.columns)x\(checkup.rows)"
        guard checkup.columns > 0, checkup.rows > 0 else {
            return Finding(
                .note, "size", "not known: 80x24 is used",
                advice: "stty cols 80 rows 24, or enlarge the window")
        }
        if checkup.columns < 40 || checkup.rows < 12 {
            return Finding(.note, "size", "\(words) is small", advice: "enlarge the window to 80x24 or more")
        }
        return Finding(.ok, "size", words)
    }

    private func answers(_ checkup: TerminalCheckup) -> Finding {
        let answers = checkup.answers
        guard answers.attributeCount > 0 else {
            return Finding(
                .note, "answers", "none within 0.2 s: a dark background is assumed",
                advice: "choose with --theme light or --theme dark")
        }
        var words = answers.name.isEmpty ? "no name" : answers.name
        switch answers.background.flatMap(BackgroundColor.isLight(answer:)) {
        case true?: words += ", light background"
        case false?: words += ", dark background"
        case nil: words += ", background not said"
        }
        if answers.offersSynchronizedOutput { words += ", frames shown at once" }
        return Finding(.ok, "answers", words)
    }

    // MARK: - Locale, settings, limits

    private func locale(_ isUnicode: Bool) -> DoctorSection {
        let named = ["LC_ALL", "LC_CTYPE", "LANG"].first { Environment.text($0) != nil }
        let words = named.map { "\($0)=\(Environment.text($0) ?? "")" } ?? "no locale is set"
        let finding =
            isUnicode
            ? Finding(.ok, "characters", "\(words), UTF-8")
            : named == nil
                ? Finding(.ok, "characters", "\(words): UTF-8 is assumed on a screen, ASCII in a pipe")
                : Finding(
                    .note, "characters", "\(words) is not UTF-8: the map is drawn in ASCII",
                    advice: "export LC_ALL=C.UTF-8")
        return DoctorSection(title: "locale", findings: [finding])
    }

    private var settings: DoctorSection {
        let path = Configuration.standardPath(environment)
        var findings: [Finding] = []
        do {
            let configuration = try Configuration.read(Options.parse([]), environment: environment)
            if let file = configuration.path {
                findings.append(Finding(.ok, "file", file))
                findings += configuration.warnings.map { Finding(.note, "line", $0) }
            } else {
                findings.append(
                    Finding(.ok, "file", path.map { "none (\($0))" } ?? "none: HOME is not set"))
            }
        } catch {
            findings.append(
                Finding(
                    .bad, "file", "\((error as? UsageError)?.description ?? "\(error)")",
                    advice: "correct the line, or start with --config none"))
        }
        return DoctorSection(title: "settings", findings: findings)
    }

    private static let enoughFiles = 1_024
    private static let enoughMemory = 256 << 20

    private var limits: DoctorSection {
        var findings: [Finding] = []
        if let memory = AvailableMemory.byteCount {
            findings.append(
                memory >= Self.enoughMemory
                    ? Finding(.ok, "memory", "\(ByteSize(memory)) free")
                    : Finding(
                        .note, "memory", "only \(ByteSize(memory)) free",
                        advice: "a million rows of CSV need about 100 MiB; databases need less"))
        } else {
            findings.append(Finding(.note, "memory", "free memory is not known"))
        }
        let files = OpenFiles.limit
        findings.append(
            files >= Self.enoughFiles
                ? Finding(.ok, "open files", "at most \(files)")
                : Finding(.note, "open files", "at most \(files)", advice: "ulimit -n \(Self.enoughFiles)"))
        findings.append(
            Finding(
                .ok, "stack", AvailableMemory.stackLimit.map { "\(ByteSize($0))" } ?? "without a limit"))
        return DoctorSection(title: "limits", findings: findings)
    }
}
