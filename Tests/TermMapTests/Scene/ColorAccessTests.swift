import CellGraphics
import Testing

@testable import App
@testable import Scene

/// Colours are read by weak and by colour-blind eyes, in both themes and with 24 bits and 256 colours; with sixteen the
/// terminal decides what they are (`NamedContrastTests`).
@Suite struct ColorAccessTests {
    private static let modes = [ColorMode.truecolor, .indexed]

    private static func color(_ role: Role, _ background: Theme.Background, _ mode: ColorMode) -> SeenColor {
        let look = Theme(background: background, mode: mode).looks[role]
        guard let look else { return SeenColor(0) }
        return SeenColor(mode == .truecolor ? look.rgb : IndexedColor.rgb(look.indexed))
    }

    private static func contrast(
        _ ink: Role, _ paper: Role, _ background: Theme.Background, _ mode: ColorMode
    ) -> Double {
        color(ink, background, mode).contrast(to: color(paper, background, mode))
    }

    // MARK: - Contrast

    private static let ground: [Role] = [.land, .sea]
    private static let streets: [Role] = [.land, .industrial, .field, .sand, .wood, .park, .plaza, .building]

    /// What is read, and what lies under it.
    private static let texts: [(ink: Role, papers: [Role])] = [
        (.countryLabel, ground), (.stateLabel, ground), (.cityLabel, ground), (.capitalLabel, ground),
        (.placeLabel, ground), (.graticuleLabel, ground), (.seaLabel, [.sea]),
        (.badge2Text, [.badge2, .streetBadge2]), (.badge3Text, [.badge3]), (.badge4Text, [.badge4]),
        (.badge5Text, [.badge5]), (.badge6Text, [.badge6]),
        (.quietBadge2Text, [.quietBadge2]), (.quietBadge3Text, [.quietBadge3]),
        (.selectionText, [.selection]), (.matchText, [.match]), (.markText, [.mark]), (.fadedText, [.faded]),
        (.placemarkText, [.placemarkLabel]), (.shieldText, [.shield]),
        (.barText, [.statusBar, .hintBar]), (.barDim, [.statusBar, .hintBar]),
        (.barStrong, [.statusBar, .hintBar]), (.barKey, [.statusBar, .hintBar, .inputField]),
        (.warning, [.statusBar, .hintBar, .panel, .inputField]), (.error, [.statusBar, .hintBar, .panel]),
        (.good, [.statusBar, .panel]), (.stale, [.statusBar]), (.mark, [.statusBar, .panel, .currentRow]),
        (.ring, [.statusBar, .panel, .currentRow]),
        (.panelText, [.panel, .currentRow, .inputField]), (.panelDim, [.panel, .currentRow, .inputField]),
        (.panelStrong, [.panel, .currentRow, .inputField]), (.panelKey, [.panel, .currentRow]),
        (.matchedLetters, [.panel, .currentRow]), (.histogramMean, [.panel]),
        (.motorwayLabel, streets), (.majorRoadLabel, streets), (.streetLabel, streets),
        (.settlementLabel, streets), (.pointOfInterestLabel, streets), (.stationLabel, streets),
        (.parkLabel, [.land, .park, .wood]), (.waterLabel, [.sea]),
    ]

    @Test(arguments: Theme.Background.allCases, modes)
    func textHasAContrastOf4Point5(background: Theme.Background, mode: ColorMode) {
        for (ink, papers) in Self.texts {
            for paper in papers {
                let contrast = Self.contrast(ink, paper, background, mode)
                #expect(contrast >= 4.5, "\(ink) on \(paper): \(contrast)")
            }
        }
    }

    /// Lines of the map are ornament: coasts, borders, rivers, meridians, streets. What they mean is written beside them.
    private static let ornaments: [Role] = [
        .coast, .border, .farBorder, .disputedBorder, .stateBorder, .river, .graticule, .motorway, .majorRoad,
        .mediumRoad, .streetMesh, .minorStreet, .nearStreet, .pedestrianStreet, .serviceRoad, .footpath,
        .railway, .waterway, .waterEdge, .ferry, .parkPattern, .panelRule,
    ]

    /// Single rows, lines of data, the user's own things, dots of towns.
    private static var signs: [Role] {
        let layers = (0..<LayerPalette.count).map { LayerPalette.hue(of: $0).line }
        let roles: [Role] = [
            .place, .placemark, .position, .accuracyCircle, .track, .mark, .selection, .ring, .shape, .match,
            .cityDot,
        ]
        return roles + layers + categories + [.signOfRange1, .signOfRange2, .signOfNoValue]
            + ranges.dropFirst(2)
    }

    @Test(arguments: Theme.Background.allCases, modes)
    func signsHaveAContrastOf3(background: Theme.Background, mode: ColorMode) {
        #expect(Set(Self.ornaments).isDisjoint(with: Self.signs))
        for sign in Self.signs {
            for paper in Self.ground {
                let contrast = Self.contrast(sign, paper, background, mode)
                // Six steps of one of 256 colours each: the lowest would not be another colour than the next.
                let limit = mode == .indexed && background == .dark ? 2.5 : 3
                #expect(contrast >= limit, "\(sign) on \(paper): \(contrast)")
            }
        }
        #expect(Self.contrast(.histogram, .panel, background, mode) >= 3)
    }

    @Test(arguments: Theme.Background.allCases, modes)
    func digitsAreReadOnClassesAndLayers(background: Theme.Background, mode: ColorMode) throws {
        for layer in 0..<LayerPalette.count {
            let contrast = Self.contrast(.layerText, LayerPalette.hue(of: layer).line, background, mode)
            #expect(contrast >= 4.5, "layer \(layer + 1): \(contrast)")
        }
        let theme = Theme(background: background, mode: mode)
        for isOrdered in [true, false] {
            let palette = ClassPalette(isOrdered: isOrdered, theme: theme)
            for number in 0...(isOrdered ? Self.ranges.count : Self.categories.count) {
                let contrast = Self.contrast(
                    palette.ink(of: number), palette.color(of: number), background, mode)
                #expect(contrast >= 4.5, "\(palette.color(of: number)): \(contrast)")
            }
        }
    }

    // MARK: - Colour-blind eyes

    private static let categories: [Role] = [
        .category1, .category2, .category3, .category4, .category5, .category6, .category7, .category8,
        .otherCategories,
    ]
    private static let ranges: [Role] = [.range1, .range2, .range3, .range4, .range5, .range6]

    private static func difference(
        _ first: Role, _ second: Role, _ background: Theme.Background, _ mode: ColorMode,
        _ eyes: SeenColor.Eyes
    ) -> Double {
        color(first, background, mode).seen(by: eyes).difference(
            to: color(second, background, mode).seen(by: eyes))
    }

    /// Any two classes, any two layers: a difference of ΔE 9.5 in 24 bits, of 7 in 256 colours, of which few are left.
    @Test(arguments: Theme.Background.allCases, modes)
    func classesAndLayersDifferForAllEyes(background: Theme.Background, mode: ColorMode) {
        let layers = (0..<LayerPalette.count).map { LayerPalette.hue(of: $0).line }
        let limit = mode == .truecolor ? 9.5 : 7
        for roles in [Self.categories, layers] {
            for (index, first) in roles.enumerated() {
                for second in roles[..<index] {
                    for eyes in SeenColor.Eyes.allCases {
                        let difference = Self.difference(first, second, background, mode, eyes)
                        #expect(difference >= limit, "\(first), \(second) for \(eyes) eyes: \(difference)")
                    }
                }
            }
        }
    }

    private static var ramps: [[Role]] {
        [ranges] + AreaPalette.allCases.map { palette in (0..<AreaPalette.count).map { palette.fill($0) } }
    }

    /// From low to high a ramp is ever lighter on dark, ever darker on light, and neighbours differ.
    @Test(arguments: Theme.Background.allCases, modes)
    func rampsAreMonotoneForAllEyes(background: Theme.Background, mode: ColorMode) {
        let limit = mode == .truecolor ? 7.5 : 5
        for ramp in Self.ramps {
            for eyes in SeenColor.Eyes.allCases {
                for (low, high) in zip(ramp, ramp.dropFirst()) {
                    let steps = [low, high].map {
                        Self.color($0, background, mode).seen(by: eyes).lab.lightness
                    }
                    #expect(
                        background == .dark ? steps[0] < steps[1] : steps[0] > steps[1],
                        "\(low), \(high) for \(eyes) eyes: \(steps)")
                    let difference = Self.difference(low, high, background, mode, eyes)
                    #expect(difference >= limit, "\(low), \(high) for \(eyes) eyes: \(difference)")
                }
            }
        }
    }

    @Test(arguments: Theme.Background.allCases, DensityRamp.allCases)
    func shadesOfDensityAreMonotoneForAllEyes(background: Theme.Background, ramp: DensityRamp) {
        let shades = ramp.shades(on: background).map { SeenColor($0) }
        for eyes in SeenColor.Eyes.allCases {
            let steps = shades.map { $0.seen(by: eyes).lab.lightness }
            for (low, high) in zip(steps, steps.dropFirst()) {
                #expect(background == .dark ? low < high : low > high, "\(ramp) for \(eyes) eyes: \(steps)")
            }
        }
    }

    // MARK: - The measures themselves

    /// Pairs of Sharma, Wu and Dalal.
    @Test(arguments: [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ])
    func differenceIsThatOfTheStandard(
        first: (Double, Double, Double), second: (Double, Double, Double), expected: Double
    ) {
        let difference = SeenColor.difference(
            (lightness: first.0, a: first.1, b: first.2), (lightness: second.0, a: second.1, b: second.2))
        #expect(abs(difference - expected) < 0.0002, "\(difference)")
    }

    @Test func contrastIsThatOfTheStandard() {
        #expect(abs(SeenColor(0xffffff).contrast(to: SeenColor(0)) - 21) < 1e-9)
        #expect(abs(SeenColor(0x767676).contrast(to: SeenColor(0xffffff)) - 4.54) < 0.01)
        // Red and green are one colour to a protan.
        let (red, green) = (SeenColor(0xcc0000), SeenColor(0x5f5f00))
        #expect(red.seen(by: .protan).difference(to: green.seen(by: .protan)) < red.difference(to: green) / 2)
    }
}
