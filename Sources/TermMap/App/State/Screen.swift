import CellGraphics
import MapModel
import TerminalInput

/// A file that rows are being written into.
package struct RowFile: Equatable, Sendable {
    /// As the user named it.
    package let path: String
    /// How much of it is written, 0…1.
    package var share = 0.0
}

/// The screen itself: its size, how it looks, and the line of messages.
package struct Screen: Sendable {
    package private(set) var columns: Int
    package private(set) var rows: Int
    package var appearance: Appearance
    package var distanceUnit = DistanceUnit.kilometers
    package var message: Message?
    /// The file that rows are being written into.
    package var rowFile: RowFile?
    /// Whether the terminal reports the mouse; nil when it cannot.
    package var usesMouse: Bool?
    /// Whether the terminal can be asked to copy; whether it does, it does not say.
    package var hasClipboard = false
    /// Bytes that xterm takes at most.
    static let mostCopied = 74_994
    /// Keys without a meaning that were spoken of.
    private var unboundKeys: Set<String> = []
    /// The prefix key was pressed: the next key is read with it.
    package var isAfterPrefix = false
    /// More keys were typed than were carried out.
    package var isTypedAhead = false
    /// The next key is the letter of a bookmark.
    package var bookmarkDeed: BookmarkDeed?

    package init(columns: Int, rows: Int, appearance: Appearance) {
        (self.columns, self.rows) = Self.usable(columns, rows)
        self.appearance = appearance
    }

    /// A terminal that does not know its size is taken for a standard one.
    private static func usable(_ columns: Int, _ rows: Int) -> (Int, Int) {
        columns <= 0 || rows <= 0 ? (80, 24) : (min(columns, 1000), min(rows, 500))
    }

    /// Whether the size changed.
    mutating func resize(columns: Int, rows: Int) -> Bool {
        let size = Self.usable(columns, rows)
        guard size != (self.columns, self.rows) else { return false }
        (self.columns, self.rows) = size
        return true
    }

    /// Whether a key without a meaning was pressed for the first time.
    mutating func noteUnbound(_ key: String) -> Bool { unboundKeys.insert(key).inserted }

    /// Dark, light, then the user's own ones.
    mutating func nextTheme() {
        let own = appearance.theme.own
        let next = own.map { own in (appearance.themes.firstIndex { $0.name == own.name } ?? -1) + 1 } ?? 0
        if own == nil, appearance.theme.background == .dark {
            appearance.theme.background = .light
        } else if next < appearance.themes.count {
            appearance.theme.use(appearance.themes[next])
        } else {
            appearance.theme.use(nil)
            appearance.theme.background = .dark
        }
    }

    /// Removes a message that was shown long enough.
    mutating func expireMessage(at now: Duration) {
        if let left = timeToExpiry(at: now), left == .zero { message = nil }
    }

    /// How long until the message disappears by itself; nil when it stays or there is none.
    func timeToExpiry(at now: Duration) -> Duration? {
        guard let message, message.kind != .error else { return nil }
        return max(message.shownAt + Message.duration - now, .zero)
    }
}

/// How the program draws on this terminal.
package struct Appearance: Equatable, Sendable {
    package var charset: Charset
    package var theme: Theme
    package var animates: Bool
    package var hasItalic: Bool
    /// A serial line: a list that comes with each letter would take seconds.
    package var isSlow = false
    /// The user's own themes, for the key that changes the theme.
    package var themes: [OwnTheme] = []
    /// Few bytes count more than looks: badges in one style, no hints.
    package var isSketch = false
    /// What changes is said in lines, and nothing is drawn.
    package var isSpoken = false

    package init(
        charset: Charset, theme: Theme, animates: Bool, hasItalic: Bool, isSlow: Bool = false,
        themes: [OwnTheme] = [], isSketch: Bool = false, isSpoken: Bool = false
    ) {
        self.charset = charset
        self.theme = theme
        self.animates = animates
        self.hasItalic = hasItalic
        self.isSlow = isSlow
        self.themes = themes
        self.isSketch = isSketch
        self.isSpoken = isSpoken
    }
}

/// A line over the hints, gone with the next key or after `Message.duration`; an error stays until a key.
package struct Message: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case information, warning, error }

    package static let duration = Duration.seconds(4)

    package var text: KeyedText
    package var kind: Kind
    var shownAt: Duration
}
