import CellGraphics
import MapModel

extension AppState {
    /// The letter of a bookmark is the next key.
    mutating func awaitBookmark(_ deed: BookmarkDeed) {
        if deed == .goTo, map.bookmarks.isEmpty {
            return report("No bookmarks yet: press \(key: .bookmark(.set)) and a letter or digit")
        }
        screen.bookmarkDeed = deed
    }

    /// A letter or digit names a view; the same again replaces it.
    mutating func setBookmark(_ letter: Character) -> [Effect] {
        guard letter.isLetter || letter.isNumber else {
            report("Bookmarks are letters and digits", .warning)
            return []
        }
        var view = KeptView(map.home)
        view.window = shownWindow
        map.bookmarks[letter] = view
        report("Bookmark \(letter) set: \(key: .bookmark(.goTo))\(letter) returns here")
        return [.keepBookmarks(map.bookmarks)]
    }

    /// Shows a view again, and the window of time that it had; without one the window stays.
    mutating func goToBookmark(_ letter: Character) -> [Effect] {
        guard let kept = map.bookmarks[letter] else {
            let letters = map.bookmarks.keys.sorted().map(String.init).joined(separator: " ")
            report("No bookmark \(letter) (set: \(letters))", .warning)
            return []
        }
        let view = kept.viewport(size: map.viewport.size)
        show(view.offset(view.center, to: visibleMap.dots), by: .jump)
        keepAllInView()
        return kept.window.map { show($0) } ?? []
    }

    /// Takes over what an earlier run kept: Backspace goes back to where it ended.
    mutating func take(_ kept: KeptViews) {
        map.bookmarks = kept.bookmarks
        map.history = ViewHistory(kept.history.map { $0.viewport(size: map.viewport.size) })
    }

    /// What is to be kept for the next run; no history where nothing was moved.
    package var keptViews: KeptViews {
        let recent = map.history.recent(KeptViews.historyLimit - 1).map(KeptView.init)
        return KeptViews(
            bookmarks: map.bookmarks, history: map.history.hasMoved ? recent + [KeptView(map.home)] : [])
    }
}
