import CellGraphics

/// How many colours the terminal can show.
package enum ColorMode: String, Sendable, CaseIterable {
    case mono
    case sixteen = "16"
    case indexed = "256"
    case truecolor

    /// Whether land and sea differ by background; below that many colours the terminal's own stays.
    package var isTinted: Bool { self == .indexed || self == .truecolor }
}

/// The colours of the map on a dark or a light background.
package struct Theme: Hashable, Sendable {
    package enum Background: String, Sendable, CaseIterable { case dark, light }

    /// One role in each mode.
    package struct Look: Sendable {
        package let rgb: UInt32
        package let indexed: UInt8
        package let named: UInt8?
        package let attributes: Attributes

        package init(_ rgb: UInt32, _ indexed: UInt8, _ named: UInt8?, _ attributes: Attributes = []) {
            self.rgb = rgb
            self.indexed = indexed
            self.named = named
            self.attributes = attributes
        }
    }

    package var background: Background
    package var mode: ColorMode
    /// The colours of density.
    package var ramp = DensityRamp.ember
    /// The user's own colours, on top of those of `background`.
    package var own: OwnTheme?

    package init(
        background: Background, mode: ColorMode, ramp: DensityRamp = DensityRamp.ember, own: OwnTheme? = nil
    ) {
        self.background = background
        self.mode = mode
        self.ramp = ramp
        self.own = own
    }

    package var palette: Palette {
        var palette = Palette()
        if mode == .sixteen { palette.boldInk = background == .dark ? .brighter : .plain }
        for (role, look) in baseLooks { palette[role.index] = entry(of: look) }
        for (role, look) in ramp.looks(on: background) { palette[role.index] = entry(of: look) }
        for (index, entry) in TrailInk.entries(self) { palette[index] = entry }
        for (role, rgb) in own?.colors ?? [:] {
            if let entry = ownEntry(rgb) { palette[role.index] = entry }
        }
        return palette
    }

    /// Takes the user's own colours, on the background they are made for; nil takes them away.
    package mutating func use(_ own: OwnTheme?) {
        self.own = own
        if let own { background = own.base }
    }

    /// The user's colour; with 16 colours or none those of the base stay, which are chosen to be told apart.
    private func ownEntry(_ rgb: UInt32) -> Palette.Entry? {
        switch mode {
        case .truecolor: Palette.Entry(.rgb(rgb))
        case .indexed: Palette.Entry(.indexed(IndexedColor.nearest(to: rgb)))
        case .sixteen, .mono: nil
        }
    }

    /// What every role looks like on the background.
    package var looks: [Role: Look] { baseLooks.merging(ramp.looks(on: background)) { look, _ in look } }

    /// The ink of digits on the colour of a role, with sixteen colours: black on green, yellow, cyan and white, white on the
    /// others, in the palettes of all terminals.
    package func inkWithFewColors(on paper: Role) -> Role {
        [2, 3, 6, 7].contains(baseLooks[paper]?.named) ? .classText : .classTextLight
    }

    private var baseLooks: [Role: Look] { background == .dark ? Self.darkLooks : Self.lightLooks }

    private static let allLooks = table.merging(areaTable) { look, _ in look }
    private static let darkLooks = allLooks.mapValues(\.dark)
    private static let lightLooks = allLooks.mapValues(\.light)

    private func entry(of look: Look) -> Palette.Entry {
        switch mode {
        case .truecolor: Palette.Entry(.rgb(look.rgb))
        case .indexed: Palette.Entry(.indexed(look.indexed))
        // Few colours are weak, and bright black is none on some terminals: dim makes borders weaker than data.
        case .sixteen:
            Palette.Entry(
                look.named.map(TerminalColor.indexed) ?? .standard, look.attributes.intersection(.dim))
        case .mono: Palette.Entry(.standard, look.attributes)
        }
    }
}

extension Style {
    /// The style of `ink` on `paper`; nil is the terminal's own background.
    package init(_ ink: Role, on paper: Role? = nil, _ attributes: Attributes = []) {
        self.init(ink: ink.index, paper: paper?.index ?? .standard, attributes)
    }
}
