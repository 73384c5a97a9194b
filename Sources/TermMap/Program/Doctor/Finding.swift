import CellGraphics

/// One thing that was looked at, and whether it is as it should be.
struct Finding: Equatable {
    /// How it is.
    enum State: String, CaseIterable {
        /// As it should be.
        case ok
        /// It works; something is missing or may be wanted otherwise.
        case note
        /// Something does not work.
        case bad
    }

    let state: State
    /// What was looked at, in a word or two.
    let subject: String
    /// How it is.
    let words: String
    /// What helps.
    let advice: String?

    init(_ state: State, _ subject: String, _ words: String, advice: String? = nil) {
        (self.state, self.subject, self.words, self.advice) = (state, subject, words, advice)
    }
}

/// Findings under a title.
struct DoctorSection: Equatable {
    let title: String
    var findings: [Finding]
    /// Lines that show something, as they are.
    var sample: [String] = []
}

extension [DoctorSection] {
    /// Whether something does not work.
    var hasBad: Bool { contains { $0.findings.contains { $0.state == .bad } } }

    /// A line for each finding, and one for its advice; what comes from the environment is shown harmlessly.
    func text(colored: Bool) -> String {
        let subjects = flatMap(\.findings).map { DisplayText(sanitising: $0.subject).width }
        let width = Swift.min(subjects.max() ?? 0, 20)
        return map { $0.text(subjectWidth: width, colored: colored) }.joined(separator: "\n")
    }
}

extension DoctorSection {
    fileprivate func text(subjectWidth: Int, colored: Bool) -> String {
        var text = title + "\n"
        for finding in findings {
            let subject = DisplayText(sanitising: finding.subject)
            let padding = String(repeating: " ", count: max(subjectWidth - subject.width, 0) + 2)
            let words = DisplayText(sanitising: finding.words, limit: 1_000).text
            text += "  \(finding.state.text(colored))  \(subject.text)\(padding)\(words)\n"
            if let advice = finding.advice {
                text += "        \(DisplayText(sanitising: advice, limit: 1_000).text)\n"
            }
        }
        return text + sample.map { "        \($0)\n" }.joined()
    }
}

extension Finding.State {
    /// Four columns, in green, yellow or red.
    fileprivate func text(_ isColored: Bool) -> String {
        let word = rawValue + String(repeating: " ", count: 4 - rawValue.count)
        guard isColored else { return word }
        let color =
            switch self {
            case .ok: 32
            case .note: 33
            case .bad: 31
            }
        return "\u{1B}[\(color)m\(word)\u{1B}[m"
    }
}
