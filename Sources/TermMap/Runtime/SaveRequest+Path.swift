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

    /// What kept the file from being written: what was tried, why it failed, what helps.
    func words(of error: FileError) -> KeyedText {
        guard error.reason == .notPermitted else { return KeyedText(error.description) }
        let path = expandedPath
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let why: String
        if FilePath.allows(.knowing, path), !FilePath.allows(.writing, path) {
            why = "the file is write-protected (save under another name, or chmod u+w)"
        } else if !FilePath.allows(.writing, folder) {
            why = "you may not write in the folder \(folder) (save in another one)"
        } else if Confinement.limitsFiles {
            var real = FilePath.real(folder) ?? folder
            // Where the program was started in a hidden folder, that is no secret.
            if let start = Folder.current, real.hasPrefix(start) { real.removeFirst(start.count) }
            let isHidden = "\(real)/\(slash.map { path[path.index(after: $0)...] } ?? path[...])".contains(
                "/.")
            why =
                isHidden
                ? "names and folders that begin with a dot are locked (save under another name, or start with --no-lock)"
                : "the lock does not allow it (save under another name, or start with --no-lock)"
        } else {
            why = "permission denied (save under another name)"
        }
        return KeyedText("\(self.path): cannot be written: \(why)")
    }
}
