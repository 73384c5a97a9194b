import App
import CellGraphics
import FoundationEssentials
import Platform
import TerminalScreen

/// How the map looks, decided from options, environment and terminal.
enum Appearances {
    /// `NO_COLOR` and `--color never` allow attributes only (no-color.org).
    static func mayColor(_ options: Options) -> Bool {
        if options.color == .auto, let value = ProcessInfo.processInfo.environment["NO_COLOR"], !value.isEmpty
        {
            return false
        }
        return options.color != .never
    }

    /// Whether text printed without a screen carries colours: only when asked for.
    static func wantsColor(_ options: Options) -> Bool {
        switch options.color {
        case .always, .sixteen, .indexed, .truecolor: true
        case .never: false
        case .auto: mayColor(options) && Descriptor.isTerminal(Descriptor.output)
        }
    }

    /// Whether printed frames must be ASCII: the locale says so, and no other characters are asked for.
    static func isASCIIAlone(_ options: Options) -> Bool {
        [.auto, .ascii].contains(options.charset) && !TerminalCapabilities.chooseLocale(assumesUTF8: false)
    }

    /// The appearance of printed frames; it depends on nothing but the options and the locale's characters, so that
    /// frames can be compared.
    static func plain(_ options: Options, _ themes: [OwnTheme]) -> Appearance {
        let isPicture = options.output?.picture != nil
        // A picture has the colours of the theme, whatever a terminal or a locale can show.
        let mode: ColorMode =
            isPicture
            ? colorMode(options) ?? .truecolor
            : wantsColor(options) ? colorMode(options) ?? .indexed : .mono
        var theme = Theme(background: options.theme == .light ? .light : .dark, mode: mode)
        theme.use(own(options, themes))
        return Appearance(
            charset: charset(options.charset) ?? (!isPicture && isASCIIAlone(options) ? .ascii : .braille),
            theme: theme, animates: false, hasItalic: true, themes: themes)
    }

    /// The appearance of what is spoken: keys are called by words, and nothing moves.
    static let spoken = Appearance(
        charset: .ascii, theme: Theme(background: .dark, mode: .mono), animates: false, hasItalic: false,
        isSpoken: true)

    private static func own(_ options: Options, _ themes: [OwnTheme]) -> OwnTheme? {
        guard case .own(let name) = options.theme else { return nil }
        return themes.first { $0.name == name }
    }

    /// Whether the terminal must be asked for its colours: no theme is named, or there may be more of them than `TERM`
    /// says. Without tints the terminal's own background stays: only a theme for that one can be read on it.
    static func dependsOnTerminal(_ options: Options, _ terminal: Terminal) -> Bool {
        let namesTheme: Bool =
            switch options.theme {
            case .dark, .light, .own: true
            default: false
            }
        return !namesTheme || terminal.capabilities.colorDepth < .indexed
            || colorMode(options).map { !$0.isTinted } ?? false
    }

    /// The appearance on what the terminal said so far.
    static func onScreen(_ options: Options, _ themes: [OwnTheme], _ terminal: Terminal) -> Appearance {
        let capabilities = terminal.capabilities
        let best: ColorMode =
            switch capabilities.colorDepth {
            case .none: .mono
            case .sixteen: .sixteen
            case .indexed: capabilities.translatesColors ? .truecolor : .indexed
            case .direct: .truecolor
            }
        // Colours of 24 bits take twice the bytes of those of a palette.
        let wanted = colorMode(options) ?? (terminal.isSlow && best == .truecolor ? .indexed : best)
        let own = own(options, themes)
        // A terminal is never sent more colours than it has.
        let mode = ColorMode.allCases.prefix { $0 != best }.contains(wanted) ? wanted : best
        let real =
            ![.dark, .light].contains(options.theme) && own == nil || !mode.isTinted
            ? terminal.backgroundIsLight.map { $0 ? Theme.Background.light : .dark } : nil
        var theme = Theme(background: real ?? (options.theme == .light ? .light : .dark), mode: mode)
        if mode.isTinted { theme.use(own) }
        return Appearance(
            charset: capabilities.isUnicode ? charset(options.charset) ?? standardCharset : .ascii,
            theme: theme,
            animates: options.animation && !terminal.isSlow,
            hasItalic: capabilities.hasItalic, isSlow: terminal.isSlow, themes: themes)
    }

    /// ASCII on the Linux console, whose fonts have no Braille; `b` or `--charset` overrides.
    private static var standardCharset: Charset {
        ProcessInfo.processInfo.environment["TERM"] == "linux" ? .ascii : .braille
    }

    /// Nil where the terminal decides; `--color` says more than the theme.
    private static func colorMode(_ options: Options) -> ColorMode? {
        switch options.color {
        case .auto where options.theme == .sixteen: .sixteen
        case .auto where options.theme == .mono: .mono
        case .auto, .always: nil
        case .never: .mono
        case .sixteen: .sixteen
        case .indexed: .indexed
        case .truecolor: .truecolor
        }
    }

    private static func charset(_ choice: CharsetChoice) -> Charset? {
        switch choice {
        case .auto: nil
        case .braille: .braille
        case .block: .block
        case .ascii: .ascii
        }
    }
}
