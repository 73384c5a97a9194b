import CNcurses
import Platform

/// How many colours may be used.
package enum ColorDepth: Int, Comparable, Sendable {
    case none
    /// The eight named colours and their bright halves, these by bold where the terminal has only eight.
    case sixteen
    case indexed
    /// 24 bits: only where terminfo says RGB.
    case direct

    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// What the terminal can do, from terminfo and the locale.
package struct TerminalCapabilities: Equatable, Sendable {
    package var colorDepth: ColorDepth
    /// The terminal takes 24 bits though its terminfo has 256 colours: `COLORTERM` says so.
    package var translatesColors: Bool
    /// False: frames must be ASCII; what is not is shown as `?`.
    package var isUnicode: Bool
    package var hasItalic: Bool
    package var hasMouse: Bool
    /// The terminal speaks xterm's private modes (bracketed paste, OSC queries).
    package var isXtermLike: Bool

    /// Asks terminfo; `newterm` was called before.
    package init(isUnicode: Bool) {
        self.isUnicode = isUnicode
        let colors = has_colors() ? ncursesColors() : 0
        colorDepth =
            tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || terminfoString("RGB") != nil
            ? .direct : colors >= 256 ? .indexed : colors >= 8 ? .sixteen : .none
        let colorterm = Environment["COLORTERM"] ?? ""
        translatesColors = colorDepth == .indexed && ["truecolor", "24bit"].contains(colorterm)
        hasItalic = terminfoString("sitm") != nil
        // The Linux console has `kmous` for gpm and no alternate screen.
        isXtermLike = terminfoString("kmous") != nil && terminfoString("smcup") != nil
        hasMouse = isXtermLike
    }

    /// Chooses the locale of characters; whether the terminal may get UTF-8.
    ///
    /// A locale that the user names is obeyed, also C. Where none is named, or the named one is not installed but
    /// says UTF-8, C.UTF-8 stands in.
    ///
    /// - Parameter assumesUTF8: what the terminal is taken for where no locale is named; printed text is for whatever
    ///   reads it.
    package static func chooseLocale(assumesUTF8: Bool = true) -> Bool {
        let variables = ["LC_ALL", "LC_CTYPE", "LANG"]
        let named = variables.lazy.compactMap { Environment.text($0) }.first
        if CharacterLocale.choose() { return true }
        let saysUTF8 = named.map { $0.uppercased().replacing("-", with: "").hasSuffix("UTF8") } ?? assumesUTF8
        return saysUTF8 && CharacterLocale.choose("C.UTF-8")
    }
}
