import CellGraphics
import Testing

@testable import App

@Suite struct ThemeTests {
    @Test(arguments: Role.allCases)
    func everyRoleHasALookInBothThemes(role: Role) {
        for background in Theme.Background.allCases {
            #expect(Theme(background: background, mode: .indexed).looks[role] != nil)
        }
    }

    @Test(arguments: Theme.Background.allCases, Role.allCases)
    func rolesHaveTheColoursOfTheMode(background: Theme.Background, role: Role) throws {
        let look = try #require(Theme(background: background, mode: .indexed).looks[role])
        func entry(_ mode: ColorMode) -> Palette.Entry {
            Theme(background: background, mode: mode).palette[role.index]
        }
        #expect(entry(.truecolor) == Palette.Entry(.rgb(look.rgb)))
        #expect(entry(.indexed) == Palette.Entry(.indexed(look.indexed)))
        let named = look.named.map(TerminalColor.indexed) ?? .standard
        #expect(entry(.sixteen) == Palette.Entry(named, look.attributes.intersection(.dim)))
        #expect(entry(.mono) == Palette.Entry(.standard, look.attributes))
        // The first sixteen can be any colour on somebody's terminal.
        #expect(look.indexed >= 16 && look.named.map { $0 < 16 } ?? true)
    }

    @Test(arguments: [Role.border, .farBorder, .stateBorder, .disputedBorder], Theme.Background.allCases)
    func bordersAreWeakerThanDataInSixteenColours(border: Role, background: Theme.Background) {
        let palette = Theme(background: background, mode: .sixteen).palette
        let data: [Role] = [.place, .badge2Text, .badge3Text]
        #expect(palette.resolve(Style(border)).attributes.contains(.dim))
        for role in data { #expect(!palette.resolve(Style(role)).attributes.contains(.dim)) }
    }

    @Test(arguments: Theme.Background.allCases)
    func barsOutsideTheWindowAreGreyInSixteenColours(background: Theme.Background) {
        let entry = Theme(background: background, mode: .sixteen).palette[Role.timeOutside.index]
        // Bright black is none on some dark terminals.
        #expect(entry == Palette.Entry(.indexed(background == .dark ? 7 : 8), .dim))
    }

    /// A number must be read: its ink and its paper differ in every mode, by colour or by attributes.
    @Test(arguments: Theme.Background.allCases, ColorMode.allCases)
    func countsDifferFromTheirPaper(background: Theme.Background, mode: ColorMode) {
        let palette = Theme(background: background, mode: mode).palette
        let pairs: [(Role, Role)] = [
            (.badge2, .badge2Text), (.badge3, .badge3Text), (.badge4, .badge4Text), (.badge5, .badge5Text),
            (.badge6, .badge6Text), (.selection, .selectionText), (.statusBar, .barText),
            (.panel, .panelText), (.currentRow, .panelStrong),
        ]
        for (paper, ink) in pairs {
            let look = palette.resolve(Style(ink, on: paper))
            #expect(look.ink != look.paper || look.ink == .standard, "\(ink) on \(paper)")
        }
    }

    /// Where there are but eight colours, bright black is black: not seen on a dark background.
    @Test func classesAreSeenInEightColours() throws {
        for (role, look) in Theme(background: .dark, mode: .sixteen).looks
        where ["range", "category", "otherCategories", "noValue"].contains(where: "\(role)".hasPrefix) {
            #expect(try #require(look.named) & 7 != 0, "\(role)")
        }
    }

    /// Reverse video would make a full bar empty, and a low one high.
    @Test(arguments: Theme.Background.allCases, ColorMode.allCases)
    func barsAreNotReversed(background: Theme.Background, mode: ColorMode) {
        let palette = Theme(background: background, mode: mode).palette
        for bar in [Role.histogram, .histogramMean] {
            #expect(!palette.resolve(Style(bar, on: .panel)).attributes.contains(.reverse))
        }
    }

    @Test func selectedRowIsSeenWithoutColour() {
        let palette = Theme(background: .dark, mode: .mono).palette
        #expect(palette.resolve(Style(.panelStrong, on: .currentRow)).attributes.contains(.reverse))
        #expect(palette.resolve(Style(.badge5Text, on: .badge5)).attributes.contains(.reverse))
        #expect(!palette.resolve(Style(.panelText, on: .panel)).attributes.contains(.reverse))
    }
}
