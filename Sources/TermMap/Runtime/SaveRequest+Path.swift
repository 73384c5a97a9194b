import App
import Platform
import Streams

extension SaveRequest {
    /// The path without `~`: no shell is there to replace it.
    var expandedPath: String {
        guard path.hasPrefix("~/"), let home = Environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// Why the file is not written; nil when it may be.
    var refusal: KeyedText? {
        !replaces && FilePath.allows(.knowing, expandedPath)
            ? "\(path) exists already (\(key: .savePicture(replaces: true)) replaces it)" : nil
    }

    /// What kept the file from being written, why, and what helps, on one line of the screen.
    func words(of error: FileError) -> KeyedText {
        guard error.reason == .notPermitted else { return KeyedText(error.description) }
        let parts = expandedPath.split(separator: "/", omittingEmptySubsequences: false)
        let name = parts.last.map(String.init) ?? path
        let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
        let why: String
        if FilePath.allows(.knowing, expandedPath), !FilePath.allows(.writing, expandedPath) {
            why = "it is write-protected (save under another name)"
        } else if !FilePath.allows(.writing, folder) {
            why = "its folder is write-protected (save in another one)"
        } else if Confinement.limitsFiles {
            why =
                Self.isHidden(name, in: folder)
                ? "the lock keeps names with a leading dot (start with --no-lock)"
                : "the lock refuses it (start with --no-lock)"
        } else {
            why = "permission denied (save in another folder)"
        }
        return KeyedText("\(name) not written: \(why)")
    }

    /// Whether a name or one of its folders begins with a dot, those aside that the program was started in.
    private static func isHidden(_ name: String, in folder: String) -> Bool {
        var real = FilePath.real(folder) ?? folder
        if let start = Folder.current, real.hasPrefix(start) { real.removeFirst(start.count) }
        return "\(real)/\(name)".contains("/.")
    }
}
