import CellGraphics
import MapModel

/// A file that rows are being written into.
struct RowFile: Equatable, Sendable {
    /// As the user named it.
    let path: String
    /// How much of it is written, 0…1.
    var share = 0.0
}

/// The screen itself: its size, how it looks, and the line of messages.
struct Screen: Sendable {
    private(set) var columns: Int
    private(set) var rows: Int
    var appearance: Appearance
    var distanceUnit = DistanceUnit.kilometers
    var message: Message?
    /// The file that rows are being written into.
    var rowFile: RowFile?
    /// Whether the terminal reports the mouse; nil when it cannot.
    var usesMouse: Bool?
    /// Whether the terminal can be asked to copy; whether it does, it does not say.
    var hasClipboard = false
    /// Bytes that xterm takes at most.
    static let mostCopied = 74_994
    /// Keys without a meaning that were spoken of.
    private var unboundKeys: Set<String> = []
    /// The prefix key was pressed: the next key is read with it.
    var isAfterPrefix = false
    /// More keys were typed than were carried out.
    var isTypedAhead = false
    /// The next key is the letter of a bookmark.
    var bookmarkDeed: BookmarkDeed?

    init(columns: Int, rows: Int, appearance: Appearance) {
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

    /// How long until the message goes by itself; nil when it stays or there is none.
    func timeToExpiry(at now: Duration) -> Duration? {
        guard let message, message.kind != .error else { return nil }
        return max(message.shownAt + Message.duration - now, .zero)
    }
}

/// How the program draws on this terminal.
struct Appearance: Equatable, Sendable {
    var charset: Charset
    var theme: Theme
    var animates: Bool
    var hasItalic: Bool
    /// A serial line: a list that comes with each letter would take seconds.
    var isSlow = false
    /// The user's own themes, for the key that changes the theme.
    var themes: [OwnTheme] = []
    /// Few bytes count more than looks: badges in one style, no hints.
    var isSketch = false
}

/// A line over the hints, gone with the next key or after `Message.duration`; an error stays until a key.
struct Message: Equatable, Sendable {
    enum Kind: Equatable, Sendable { case information, warning, error }

    static let duration = Duration.seconds(4)

    var text: DisplayText
    var kind: Kind
    var shownAt: Duration
}
