import App
import FoundationEssentials
import MapModel
import Platform
import RowValues
import Streams

/// The file in which bookmarks and the last views of a source are kept: `$XDG_STATE_HOME/termmap/views/HASH.toml`.
package struct ViewFile: Sendable {
    private static let sizeLimit = 1 << 16
    /// So many sources are remembered; the files that were written longest ago go.
    private static let fileLimit = 500

    private let folder: String
    /// What the source is called, for people who look into the file.
    private let source: String
    private var path: String { "\(folder)/\(StableHash.text(of: source.utf8)).toml" }

    /// - Parameter names: the paths of files, or the name of a server's table without its password. Nil for streams, which
    ///   are never the same again, and without a home.
    package init?(_ names: [String], environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let state = Self.stateFolder(environment), !names.isEmpty,
            names.allSatisfy({ $0 != "-" && Input.isRegularFileOrMissing($0) })
        else { return nil }
        self.folder = state + "/views"
        source = names.map { FilePath.real($0) ?? $0 }.joined(separator: "\n")
    }

    /// Where state of all sources is kept: `$XDG_STATE_HOME/termmap`, else `~/.local/state/termmap`; nil without a home.
    package static func stateFolder(_ environment: [String: String]) -> String? {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/termmap" }
    }

    /// What was kept; nothing where the file is missing or damaged.
    package func read() -> KeptViews { (try? parsed()) ?? KeptViews() }

    /// The same for the start of the program: a damaged file is renamed, so that nothing replaces what may be of use in it, and
    /// one line says so.
    package func open() -> (views: KeptViews, damage: String?) {
        do throws(TOMLProblem) {
            return (try parsed(), nil)
        } catch {
            let isKept = FilePath.move(path, to: path + ".bad")
            let words = "bookmarks are damaged: \(path):\(error.line): \(error.text)"
            return (KeptViews(), words + (isKept ? " (kept as \(path).bad)" : ""))
        }
    }

    private func parsed() throws(TOMLProblem) -> KeptViews {
        guard let bytes = try? FileBytes.whole(path, limit: Self.sizeLimit) else { return KeptViews() }
        return Self.views(try TOMLDocument(bytes))
    }

    private static func views(_ document: TOMLDocument) -> KeptViews {
        var kept = KeptViews()
        for entry in document.entries {
            switch (entry.path.first, entry.value) {
            case ("history", .array(let values)):
                kept.history = values.suffix(KeptViews.historyLimit).compactMap(view)
            case ("bookmarks", let value) where entry.path.count == 2:
                if let letter = entry.path[1].first, let view = view(value) {
                    kept.bookmarks[letter] = view
                }
            default: break
            }
        }
        return kept
    }

    /// Bookmarks replace those in the file; an empty history leaves the one in it. Why they cannot be kept, in one line.
    package func write(_ kept: KeptViews) -> String? {
        if kept == KeptViews() { return nil }
        guard !isLink else { return "\(path) is a link (expected a file)" }
        var kept = kept
        if kept.history.isEmpty { kept.history = read().history }
        do throws(FileError) {
            Folder.make(folder)
            var file = try AtomicFile(replacing: try SaveTarget(path))
            try file.write(Array(text(kept).utf8))
            try file.commit()
            FilePath.setPermissions(0o600, of: path)
            removeOldest()
            return nil
        } catch {
            return error.description
        }
    }

    /// Links are not followed: a folder of state holds none, and what they name is not ours to replace.
    private var isLink: Bool {
        FileStatus(path: path, followsLinks: false)?.kind == .link
    }

    private func text(_ kept: KeptViews) -> String {
        var text =
            "# Bookmarks and the last views of a source of termmap: LAT,LON,ZOOM, and the window of time.\n"
        text += "source = \(Self.quoted(source))\n"
        text += "history = [\(kept.history.map(Self.quoted).joined(separator: ", "))]\n\n[bookmarks]\n"
        for (letter, view) in kept.bookmarks.sorted(by: { $0.key < $1.key }) {
            text += "\(Self.quoted(String(letter))) = \(Self.quoted(view))\n"
        }
        return text
    }

    private static func quoted(_ view: KeptView) -> String {
        let window = view.window.map { "," + TimeFrames.interval($0, in: .utc) } ?? ""
        return
            "\"\(view.center.latitude.fixed(7)),\(view.center.longitude.fixed(7)),\(view.zoom.fixed(4))\(window)\""
    }

    private static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" || scalar.value < 32 || scalar.value == 127 {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(result)\""
    }

    /// A view as it was written; nil for anything else.
    private static func view(_ value: TOMLDocument.Value) -> KeptView? {
        guard case .string(let text) = value else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.prefix(3).compactMap { Double($0) }
        guard numbers.count == 3, parts.count <= 4, numbers.allSatisfy(\.isFinite), abs(numbers[0]) <= 90,
            abs(numbers[1]) <= 180,
            (0...Viewport.maximumZoom).contains(numbers[2])
        else { return nil }
        var window: Range<Int64>?
        if parts.count == 4 {
            guard case .between(let from?, let until?)? = try? TimeWindow(String(parts[3]), zone: .utc),
                from < until
            else { return nil }
            window = from..<until
        }
        return KeptView(
            center: Coordinate(latitude: numbers[0], longitude: numbers[1]), zoom: numbers[2], window: window)
    }

    private func removeOldest() {
        guard let names = Folder.names(in: folder), names.count > Self.fileLimit else { return }
        let dated = names.filter { $0.hasSuffix(".toml") }.map { name -> (path: String, time: Int) in
            let path = "\(folder)/\(name)"
            return (path, FileStatus(path: path)?.modified.seconds ?? 0)
        }
        for file in dated.sorted(by: { $0.time < $1.time }).dropLast(Self.fileLimit) {
            FilePath.remove(file.path)
        }
    }
}
