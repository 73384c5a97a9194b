import CellGraphics

/// The colours of a density picture, from few rows to many: brighter on dark, darker on light.
package enum DensityRamp: String, Hashable, Sendable, CaseIterable {
    /// The colours of the badges: the standard.
    case ember
    case lagoon
    case magma

    /// Shades of a ramp in 24-bit colours.
    static let shadeCount = 24
    /// Papers for names over rows.
    package static let plateCount = 6

    /// The next one, around.
    package var next: DensityRamp {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }

    /// The shades that a terminal shows: with few colours none.
    package func levelCount(_ theme: Theme) -> Int {
        theme.mode == .truecolor ? Self.shadeCount : indexedShades(on: theme.background).count
    }

    /// The looks of the roles of density.
    package func looks(on background: Theme.Background) -> [Role: Theme.Look] {
        Self.allLooks[background]?[self] ?? [:]
    }

    private static let allLooks: [Theme.Background: [DensityRamp: [Role: Theme.Look]]] =
        Dictionary(
            uniqueKeysWithValues: Theme.Background.allCases.map { background in
                let ramps = allCases.map { ($0, $0.makeLooks(on: background)) }
                return (background, Dictionary(uniqueKeysWithValues: ramps))
            })

    /// Of 16 colours a terminal's own: pairs of levels share one.
    private static func namedShades(on background: Theme.Background) -> [UInt8] {
        background == .dark ? [1, 1, 3, 3, 11, 11, 15, 15] : [3, 3, 1, 1, 1, 1, 5, 5]
    }

    private func makeLooks(on background: Theme.Background) -> [Role: Theme.Look] {
        let (shades, indexed) = (shades(on: background), indexedShades(on: background))
        let named = Self.namedShades(on: background)
        var looks: [Role: Theme.Look] = [:]
        for level in 0..<Self.shadeCount {
            looks[.density(level: level + 1)] = Theme.Look(
                shades[level], indexed[min(level, indexed.count - 1)], named[min(level, named.count - 1)], [])
        }
        let land: (rgb: UInt32, indexed: UInt8) = background == .dark ? (0x2a3731, 237) : (0xf7f4ec, 231)
        for plate in 0..<Self.plateCount {
            let shade = shades[(2 * plate + 1) * Self.shadeCount / (2 * Self.plateCount)]
            looks[.densityPlate(plate)] = Theme.Look(Self.mix(land.rgb, shade), land.indexed, nil, [])
        }
        return looks
    }

    /// The tint of land with 22 % of a shade: a name on it has a contrast of 4.5 : 1 at least.
    private static func mix(_ tint: UInt32, _ shade: UInt32) -> UInt32 {
        [16, 8, 0].reduce(0) { color, shift in
            let (first, second) = (tint >> shift & 255, shade >> shift & 255)
            return color | ((first * 78 + second * 22 + 50) / 100) << shift
        }
    }
}

extension Role {
    /// The shade of a level, 1...`DensityRamp.shadeCount`.
    package static func density(level: Int) -> Role {
        Role(rawValue: Role.density1.rawValue + UInt16(min(max(level, 1), DensityRamp.shadeCount) - 1))
            ?? .density1
    }

    /// The paper of names over rows, from few to many: 0..<`DensityRamp.plateCount`.
    package static func densityPlate(_ number: Int) -> Role {
        Role(rawValue: Role.densityPlate1.rawValue + UInt16(min(max(number, 0), DensityRamp.plateCount - 1)))
            ?? .densityPlate1
    }
}

extension Theme {
    /// Shades of a density picture in this theme.
    package var densityLevels: Int { ramp.levelCount(self) }

    /// Takes the next ramp; its name.
    mutating func nextRamp() -> String {
        ramp = ramp.next
        return ramp.rawValue
    }
}
