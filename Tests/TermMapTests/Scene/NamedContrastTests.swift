import CellGraphics
import Testing

@testable import App

/// The sixteen colours of terminals as they come.
enum NamedPalette: String, CaseIterable, Sendable {
    case xterm, putty, linuxConsole, windowsConsole, windowsTerminal

    var colors: [UInt32] {
        let bright: [UInt32] = [
            0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
        ]
        return switch self {
        case .xterm:
            [
                0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
                0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
            ]
        case .putty:
            [0x000000, 0xbb0000, 0x00bb00, 0xbbbb00, 0x0000bb, 0xbb00bb, 0x00bbbb, 0xbbbbbb] + bright
        case .linuxConsole:
            [0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa] + bright
        case .windowsConsole:
            [
                0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xc0c0c0,
                0x808080, 0xff0000, 0x00ff00, 0xffff00, 0x0000ff, 0xff00ff, 0x00ffff, 0xffffff,
            ]
        case .windowsTerminal:
            [
                0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc,
                0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2,
            ]
        }
    }

    func contrast(_ ink: UInt8, _ paper: UInt8) -> Double {
        let lights = [colors[Int(ink)], colors[Int(paper)]].map(Self.luminance).sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    /// WCAG 2.
    static func luminance(_ color: UInt32) -> Double {
        func part(_ shift: UInt32) -> Double {
            let value = Double(color >> shift & 255) / 255
            return value <= 0.03928 ? value / 12.92 : power((value + 0.055) / 1.055)
        }
        return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    }

    /// `value` to the power of 2.4: twelve fifths.
    private static func power(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        let twelfth = (0..<12).reduce(1.0) { product, _ in product * value }
        var root = 0.5
        for _ in 0..<200 {
            root -= (root * root * root * root * root - twelfth) / (5 * root * root * root * root)
        }
        return root
    }
}

/// Sixteen colours must be read on every terminal: xterm and PuTTY with `TERM=xterm`, the consoles of Linux and Windows.
@Suite struct NamedContrastTests {
    /// What a style comes to: where there are but eight colours bold makes the bright ones, and papers have none.
    private static func contrast(
        _ ink: Role, on paper: Role?, _ attributes: Attributes, _ background: Theme.Background,
        _ colors: NamedPalette, hasEightPapers: Bool
    ) -> Double {
        let style = Style(ink, on: paper, attributes)
        let look = Theme(background: background, mode: .sixteen).palette.resolve(style)
        let (standardInk, standardPaper): (UInt8, UInt8) = background == .dark ? (7, 0) : (0, 15)
        var inkNumber = standardInk
        if case .indexed(let number) = look.ink { inkNumber = number }
        if look.attributes.contains(.bold), inkNumber < 8, look.ink != .standard { inkNumber += 8 }
        var paperNumber = standardPaper
        if case .indexed(let number) = look.paper { paperNumber = hasEightPapers ? number & 7 : number }
        return colors.contrast(inkNumber, paperNumber)
    }

    private static let texts: [(ink: Role, paper: Role?, attributes: Attributes)] = [
        (.text, nil, []), (.countryLabel, nil, []), (.stateLabel, nil, []), (.cityLabel, nil, []),
        (.capitalLabel, nil, []), (.seaLabel, nil, .italic), (.graticuleLabel, nil, []),
        (.placeLabel, nil, []), (.badge2Text, nil, []), (.badge3Text, nil, .bold),
        (.badge4Text, .badge4, .bold), (.badge5Text, .badge5, .bold), (.badge6Text, .badge6, .bold),
        (.selectionText, .selection, .bold), (.selection, nil, .bold),
        (.matchText, .match, [.bold, .underline]),
        (.markText, .mark, .bold), (.mark, nil, .bold), (.matchedLetters, nil, .bold),
        (.placemarkText, .placemarkLabel, .bold), (.fadedText, nil, []), (.barText, nil, []),
        (.barDim, nil, []), (.barStrong, nil, .bold), (.barKey, nil, .bold), (.good, nil, []),
        (.warning, nil, []), (.warning, nil, .bold), (.error, nil, .bold), (.panelText, nil, []),
        (.panelDim, nil, []), (.panelStrong, nil, .bold), (.panelKey, nil, .bold),
        (.position, nil, .bold), (.ring, nil, .bold), (.stale, nil, []), (.badge5, nil, []),
        (.motorwayLabel, nil, .bold), (.majorRoadLabel, nil, []), (.streetLabel, nil, []),
        (.waterLabel, nil, .italic), (.parkLabel, nil, .italic), (.settlementLabel, nil, .bold),
        (.pointOfInterestLabel, nil, .bold), (.stationLabel, nil, []), (.shieldText, .shield, []),
    ]

    private static let classes: [Role] = Role.allCases.filter { role in
        let name = "\(role)"
        let isClass = ["range", "category", "otherCategories", "noValue", "layer"].contains(
            where: name.hasPrefix)
        return isClass && !["Land", "Sea", "Badge", "Text"].contains(where: name.hasSuffix)
    }

    @Test(arguments: NamedPalette.allCases, Theme.Background.allCases)
    func textIsRead(colors: NamedPalette, background: Theme.Background) {
        for (ink, paper, attributes) in Self.texts {
            for hasEightPapers in [true, false] {
                let contrast = Self.contrast(
                    ink, on: paper, attributes, background, colors, hasEightPapers: hasEightPapers)
                #expect(contrast >= 3, "\(ink) on \(paper.map { "\($0)" } ?? "ground"): \(contrast)")
            }
        }
    }

    @Test(arguments: NamedPalette.allCases, Theme.Background.allCases)
    func digitsAreReadOnTheColoursOfClassesAndLayers(colors: NamedPalette, background: Theme.Background) {
        let theme = Theme(background: background, mode: .sixteen)
        for paper in Self.classes {
            let contrast = Self.contrast(
                theme.inkWithFewColors(on: paper), on: paper, .bold, background, colors, hasEightPapers: true)
            #expect(contrast >= 3.5, "\(paper): \(contrast)")
        }
    }

    /// Signs and lines are found; yellow and white on white are faint.
    @Test(arguments: NamedPalette.allCases, Theme.Background.allCases)
    func signsAreSeen(colors: NamedPalette, background: Theme.Background) {
        let signs: [(Role, Attributes)] =
            Self.classes.filter { background == .dark || $0 != .noValue }.map { ($0, .bold) }
            + [(.coast, []), (.river, []), (.place, .bold), (.waterway, []), (.waterEdge, []), (.ferry, [])]
            + [(.placemark, .bold), (.motorway, []), (.majorRoad, []), (.minorStreet, []), (.histogram, [])]
        for (sign, attributes) in signs {
            let contrast = Self.contrast(sign, on: nil, attributes, background, colors, hasEightPapers: true)
            #expect(contrast >= (background == .dark ? 2.4 : 1.6), "\(sign): \(contrast)")
        }
    }

    /// The edges of a badge are drawn in the colour of its paper: where papers have eight colours, both must be one of them.
    @Test(arguments: Theme.Background.allCases)
    func papersAreOneOfEight(background: Theme.Background) {
        let papers: [Role] =
            Self.classes + [.badge2, .badge3, .badge4, .badge5, .badge6]
            + [.selection, .match, .mark, .placemarkLabel, .shield, .faded]
        let looks = Theme(background: background, mode: .sixteen).looks
        for paper in papers { #expect(looks[paper]?.named ?? 0 < 8, "\(paper)") }
    }

    @Test(arguments: Theme.Background.allCases, Role.allCases)
    func blackIsNeverBold(background: Theme.Background, role: Role) {
        let look = Theme(background: background, mode: .sixteen).palette.resolve(Style(role, .bold))
        #expect(look.ink != .indexed(0) || !look.attributes.contains(.bold))
        #expect(background == .light || look.ink != .indexed(8) && look.ink != .indexed(4))
    }
}
