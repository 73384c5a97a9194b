import CellGraphics
import FoundationEssentials
import Glibc

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
        case .auto: mayColor(options) && isatty(STDOUT_FILENO) == 1
        }
    }

    /// Whether printed frames must be ASCII: the locale says so, and no other characters are asked for.
    static func isASCIIAlone(_ options: Options) -> Bool {
        [.auto, .ascii].contains(options.charset) && !TerminalCapabilities.chooseLocale()
    }

    /// The appearance of printed frames; it depends on nothing but the options and the locale's characters, so that
    /// frames can be compared.
    static func plain(_ options: Options) -> Appearance {
        let mode: ColorMode = wantsColor(options) ? colorMode(options.color) ?? .indexed : .mono
        return Appearance(
            charset: charset(options.charset) ?? (isASCIIAlone(options) ? .ascii : .braille),
            theme: Theme(background: options.theme == .light ? .light : .dark, mode: mode), animates: false,
            hasItalic: true)
    }

    static func onScreen(
        _ options: Options, _ terminal: Terminal, keepingKeysIn events: inout [InputEvent]
    ) -> Appearance {
        let capabilities = terminal.capabilities
        let best: ColorMode =
            switch capabilities.colorDepth {
            case .none: .mono
            case .sixteen: .sixteen
            case .indexed: capabilities.translatesColors ? .truecolor : .indexed
            case .direct: .truecolor
            }
        // Colours of 24 bits take twice the bytes of those of a palette.
        let wanted = colorMode(options.color) ?? (terminal.isSlow && best == .truecolor ? .indexed : best)
        // A terminal is never sent more colours than it has.
        let mode = ColorMode.allCases.prefix { $0 != best }.contains(wanted) ? wanted : best
        // Without tints the terminal's own background stays: only a theme for that one can be read on it.
        let real =
            options.theme == .auto || !mode.isTinted
            ? terminal.queryBackgroundIsLight(keepingKeysIn: &events).map {
                $0 ? Theme.Background.light : .dark
            }
            : nil
        let background = real ?? (options.theme == .light ? .light : .dark)
        return Appearance(
            charset: capabilities.isUnicode ? charset(options.charset) ?? standardCharset : .ascii,
            theme: Theme(background: background, mode: mode),
            animates: !options.noAnimation && !terminal.isSlow,
            hasItalic: capabilities.hasItalic)
    }

    /// The fonts of the Linux console have no Braille.
    private static var standardCharset: Charset {
        ProcessInfo.processInfo.environment["TERM"] == "linux" ? .ascii : .braille
    }

    private static func colorMode(_ choice: ColorChoice) -> ColorMode? {
        switch choice {
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
