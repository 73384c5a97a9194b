import CellGraphics

/// The colours of trails: that of a thing over the tint of land or of sea, weaker with age.
package enum TrailInk {
    /// Ages of a trail, of equal time.
    package static let ageCount = 4
    /// Of the colour of the thing, from the newest to the oldest; the rest is the tint.
    private static let shares: [UInt32] = [85, 62, 42, 26]
    /// Entries of palettes from here on, behind those of roles.
    private static let firstIndex: UInt16 = 1024

    /// The colours that things can have.
    private static let hues: [Role] = [
        .place, .stale, .ring, .placemark, .selection, .category1, .category2, .category3, .category4,
        .category5,
        .category6, .category7, .category8, .otherCategories, .range1, .range2, .range3, .range4, .range5,
        .range6,
        .noValue, .layer1, .layer2, .layer3, .layer4, .layer5, .layer6,
    ]
    private static let numbers = Dictionary(uniqueKeysWithValues: hues.enumerated().map { ($1, UInt16($0)) })

    /// The colour of a trail.
    ///
    /// - Parameter age: 0 for the newest.
    package static func index(_ hue: Role, age: Int, isOnSea: Bool) -> PaletteIndex {
        let number = (numbers[hue] ?? 0) * UInt16(2 * ageCount) + UInt16(2 * age) + (isOnSea ? 1 : 0)
        return PaletteIndex(rawValue: firstIndex + number)
    }

    /// The entries of a theme, all of them.
    package static func entries(_ theme: Theme) -> [(index: PaletteIndex, entry: Palette.Entry)] {
        tables[theme.background]?[theme.mode] ?? []
    }

    private typealias Entries = [(index: PaletteIndex, entry: Palette.Entry)]

    private static let tables: [Theme.Background: [ColorMode: Entries]] = Dictionary(
        uniqueKeysWithValues: Theme.Background.allCases.map { background in
            let modes = ColorMode.allCases.map { mode in
                (mode, makeEntries(Theme(background: background, mode: mode)))
            }
            return (background, Dictionary(uniqueKeysWithValues: modes))
        })

    private static func makeEntries(_ theme: Theme) -> Entries {
        let looks = theme.looks
        return hues.flatMap { hue in
            (0..<ageCount).flatMap { age in
                [false, true].map { isOnSea in
                    let tint = looks[isOnSea ? .sea : .land]?.rgb ?? 0
                    return (
                        index(hue, age: age, isOnSea: isOnSea),
                        looks[hue].map { entry(hue, $0, age: age, over: tint, theme) }
                            ?? Palette.Entry(.standard)
                    )
                }
            }
        }
    }

    /// With few colours the two older ages are dim; those of 256 are chosen where the cube has none between.
    private static func entry(
        _ hue: Role, _ look: Theme.Look, age: Int, over tint: UInt32, _ theme: Theme
    ) -> Palette.Entry {
        let dim: Attributes = age >= 2 || hue == .stale ? .dim : []
        switch theme.mode {
        case .mono: return Palette.Entry(.standard, dim)
        case .sixteen: return Palette.Entry(look.named.map(TerminalColor.indexed) ?? .standard, dim)
        case .truecolor: return Palette.Entry(.rgb(mix(look.rgb, tint, shares[age])))
        case .indexed:
            let isDark = theme.background == .dark
            switch hue {
            case .place:
                return Palette.Entry(.indexed((isDark ? [221, 179, 136, 94] : [130, 173, 174, 180])[age]))
            case .stale:
                return Palette.Entry(.indexed((isDark ? [244, 242, 240, 239] : [244, 246, 248, 250])[age]))
            default:
                return Palette.Entry(.indexed(IndexedColor.nearest(to: mix(look.rgb, tint, shares[age]))))
            }
        }
    }

    private static func mix(_ color: UInt32, _ tint: UInt32, _ share: UInt32) -> UInt32 {
        [16, 8, 0].reduce(0) { mixed, shift in
            let (first, second) = (color >> shift & 255, tint >> shift & 255)
            return mixed | ((first * share + second * (100 - share) + 50) / 100) << shift
        }
    }
}
