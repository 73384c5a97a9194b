import DataSets

/// The colours of the classes of areas, from low to high.
package enum AreaPalette: String, Sendable, CaseIterable {
    /// Of counts and sums.
    case ember
    /// Of means, shares and the like.
    case tide

    /// The usual one of an answer, or the other one.
    package init(of answer: AreaAnswer, isOther: Bool) { self = answer.isAmount != isOther ? .ember : .tide }

    /// Colours of a palette; fewer classes take some of them, evenly spread.
    package static let count = 6

    /// The colour of a class of so many, both from 1 on, as a number from 0 on.
    package static func step(ofClass number: Int, of classCount: Int) -> Int {
        guard classCount > 1 else { return 0 }
        let last = classCount - 1
        return min(max(((number - 1) * (count - 1) * 2 + last) / (2 * last), 0), count - 1)
    }

    /// The fill of a step.
    package func fill(_ step: Int) -> Role { role(self == .ember ? .emberArea1 : .tideArea1, step) }

    /// Borders between areas of a step.
    package func border(_ step: Int) -> Role { role(self == .ember ? .emberBorder1 : .tideBorder1, step) }

    /// What is written on a fill: the one of black and white that can be read better.
    package func ink(_ step: Int, in theme: Theme) -> Role {
        guard theme.background == .dark else { return step < 3 ? .classText : .classTextLight }
        let lightSteps = self == .tide && theme.mode == .indexed ? 1 : 2
        return step < lightSteps ? .classTextLight : .classText
    }

    private func role(_ first: Role, _ step: Int) -> Role {
        Role(rawValue: first.rawValue + UInt16(min(max(step, 0), Self.count - 1))) ?? first
    }
}
