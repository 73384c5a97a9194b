import App
import CellGraphics
import DataSets

/// The colours and signs of classes of rows, by the values of a column.
struct ClassPalette: Equatable {
    /// From low to high.
    let isOrdered: Bool
    /// What became of rows between two sources.
    var areChanges = false
    let theme: Theme

    init(isOrdered: Bool, theme: Theme) { (self.isOrdered, self.theme) = (isOrdered, theme) }

    /// Nil while rows have no classes.
    init?(_ state: AppState) {
        guard !state.showsAreas else { return nil }
        theme = state.screen.appearance.theme
        areChanges = state.showsChanges
        if let classes = state.data.coloring?.classes {
            if case .ranges = classes.scheme { isOrdered = true } else { isOrdered = false }
        } else if state.data.figures?.ranges != nil {
            isOrdered = true
        } else {
            return nil
        }
    }

    /// The colour of a class: 0 has no value.
    func color(of classNumber: Int) -> Role {
        if let change = change(classNumber) { return change.tile(theme.mode).paper }
        let roles = isOrdered ? Self.rangeRoles : Self.categoryRoles
        return classNumber == 0 ? .noValue : roles[min(classNumber, roles.count) - 1]
    }

    /// Digits on that colour.
    func ink(of classNumber: Int) -> Role {
        if let change = change(classNumber) { return ink(of: change.tile(theme.mode)) }
        guard theme.mode.isTinted else { return theme.inkWithFewColors(on: color(of: classNumber)) }
        guard theme.background == .light else { return .classText }
        if classNumber == 0 { return .classText }
        return isOrdered && classNumber <= 2 ? .classText : .classTextLight
    }

    /// How single rows of a class look, and lines and areas.
    func hue(of classNumber: Int) -> LayerHue {
        let color = color(of: classNumber)
        if let change = change(classNumber) {
            let (sign, plain) = change.texts
            return LayerHue(
                line: change.ink(theme.mode), land: color, sea: color, badge: color, sign: sign,
                plainSign: plain,
                patternBits: Self.patterns[classNumber % Self.patterns.count])
        }
        let signs = isOrdered ? Self.rangeSigns : Self.categorySigns
        // White, which is no value with few colours, is not seen on white.
        let isFaint = classNumber == 0 && theme.mode == .sixteen && theme.background == .light
        let sign = classNumber == 0 ? Self.noValueSign : signs[min(classNumber, signs.count) - 1]
        return LayerHue(
            line: isFaint ? .fadedText : Self.signColors[color] ?? color,
            land: Self.shifted(color, from: .category1, to: .category1Land),
            sea: Self.shifted(color, from: .category1, to: .category1Sea), badge: color,
            sign: sign.0, plainSign: sign.1, patternBits: Self.patterns[classNumber % Self.patterns.count])
    }

    private func change(_ classNumber: Int) -> ChangeSign? {
        areChanges ? ChangeClass(number: classNumber).map { ChangeSign($0) } : nil
    }

    /// The insides of areas follow in the order of the colours.
    private static func shifted(_ role: Role, from: Role, to: Role) -> Role {
        let isText = role.rawValue > Role.noValue.rawValue
        return Role(rawValue: role.rawValue - from.rawValue + to.rawValue).flatMap { isText ? nil : $0 }
            ?? role
    }

    /// Of classes whose colours are too faint for a sign.
    private static let signColors: [Role: Role] = [
        .range1: .signOfRange1, .range2: .signOfRange2, .noValue: .signOfNoValue,
    ]
    private static let categoryRoles: [Role] = [
        .category1, .category2, .category3, .category4, .category5, .category6, .category7, .category8,
        .otherCategories,
    ]
    private static let rangeRoles: [Role] = [.range1, .range2, .range3, .range4, .range5, .range6]
    // In ASCII they stand beside the digits of badges: no letters, no digits, nothing that is part of a number.
    static let noValueSign: (DisplayText, DisplayText) = ("–", "_")
    static let categorySigns: [(DisplayText, DisplayText)] = [
        ("●", "#"), ("■", "&"), ("▲", "$"), ("○", "!"), ("□", "?"), ("△", "="), ("◇", ":"), ("▽", "^"),
        ("×", "~"),
    ]
    static let rangeSigns: [(DisplayText, DisplayText)] = [
        ("▁", ":"), ("▃", "~"), ("▄", "="), ("▆", "$"), ("▇", "&"), ("█", "#"),
    ]
    private static let patterns: [UInt8] = [
        0b0000_0010, 0b0010_0000, 0b0001_0010, 0b0010_0001, 0b0000_1100, 0b1000_0001, 0b0100_0100,
    ]
}
