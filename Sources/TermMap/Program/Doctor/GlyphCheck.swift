import CellGraphics
import Platform
import TerminalScreen

/// The characters that maps are drawn with, and how wide the terminal draws them.
enum GlyphCheck {
    /// Characters of one use.
    private static let groups: [(name: String, glyphs: String)] = [
        ("Braille, for land and dots", "⠁⠃⠇⡇⣇⣧⣷⣿"),
        ("blocks, for density and badges", "▁▂▃▄▅▆▇█▌▐▖▗▘▝▀░"),
        ("lines, for panels", "─│┌┐└┘├┤┼"),
        ("signs, for rows and places", "●○◦•◇◆□■▲▼×"),
        ("arrows and dots", "←↑→↓…·–"),
    ]

    /// Asks the terminal of standard output; nil where that is none, or is not ours.
    static func checkup(_ isUnicode: Bool) -> TerminalCheckup? {
        guard Descriptor.isTerminal(Descriptor.output) else { return nil }
        return try? TerminalCheckup(measuring: isUnicode ? groups.map(\.glyphs) : [])
    }

    /// A line of each group, to be looked at, and what the terminal says of their widths.
    static func section(_ checkup: TerminalCheckup?, _ isUnicode: Bool) -> DoctorSection {
        guard isUnicode else {
            return DoctorSection(
                title: "glyphs", findings: [Finding(.note, "charset", "ASCII only, because of the locale")])
        }
        var section = DoctorSection(title: "glyphs", findings: [])
        let widest = groups.map(\.glyphs.count).max() ?? 0
        for (name, glyphs) in groups {
            let padding = String(repeating: " ", count: widest - glyphs.count + 2)
            section.sample.append("|\(glyphs)|\(padding)\(name)")
        }
        section.sample.append(
            "If signs look alike or the bars do not line up, use another font, or --charset ascii."
        )
        section.findings.append(widths(checkup?.widths ?? []))
        return section
    }

    /// What the terminal says of the width of each group.
    private static func widths(_ widths: [Int?]) -> Finding {
        let measured = zip(groups, widths).compactMap { group, width in
            width.map { (group.name, expected: group.glyphs.count, width: $0) }
        }
        guard measured.count == groups.count else {
            return Finding(.ok, "widths", "not measured: the terminal was not asked or did not answer")
        }
        let wrong = measured.filter { $0.expected != $0.width }
        guard let first = wrong.first else {
            return Finding(.ok, "widths", "one column each, as the terminal says")
        }
        return Finding(
            .bad, "widths",
            "\(first.width) columns instead of \(first.expected) for \(wrong.map(\.0).joined(separator: "; "))",
            advice: "set the terminal to narrow ambiguous characters, or use --charset ascii")
    }
}
