import Platform
import Rows
import Runtime
import Streams
import TileArchives

/// The folders that the program writes to: what it remembers and what it keeps.
enum FolderCheck {
    static func section(_ environment: [String: String]) -> DoctorSection {
        guard let state = ViewFile.stateFolder(environment),
            let saved = SavedFolder(environment: environment),
            let tiles = TileCache(environment: environment)
        else {
            let finding = Finding(
                .note, "home", "neither HOME nor XDG folders are set: nothing is remembered or kept",
                advice: "set HOME")
            return DoctorSection(title: "folders", findings: [finding])
        }
        let relative = ["XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"].filter {
            Environment.text($0)?.hasPrefix("/") == false
        }
        var findings = relative.map {
            Finding(.note, $0, "is not an absolute path and is ignored", advice: "unset \($0)")
        }
        let views = Folder.names(in: state + "/views")?.count ?? 0
        findings.append(writable("bookmarks", state + "/views", views.counted("file")))
        findings.append(indexes(saved))
        findings.append(writable("tiles", tiles.folder, "\(ByteSize(tiles.size()))"))
        return DoctorSection(title: "folders", findings: findings)
    }

    private static func indexes(_ saved: SavedFolder) -> Finding {
        do throws(SavedFault) {
            let files = try saved.files(layout: SavedSource.layout)
            let bytes = files.reduce(0) { $0 + $1.byteCount }
            return writable("indexes", saved.path, "\(files.count.counted("file")), \(ByteSize(bytes))")
        } catch .absent {
            return writable("indexes", saved.path, "none")
        } catch {
            return Finding(
                .note, "indexes", "\(saved.path) is not used: \(error.words)",
                advice: "make it a folder that only you may write, no link")
        }
    }

    /// Makes a folder in another one and removes it again; why that failed, in words.
    private static func attempt(in folder: String) -> String? {
        guard let made = Folder.makeTemporary(folder + "/.termmap-doctor-") else {
            return SystemError.last.words
        }
        Folder.remove(made)
        return nil
    }

    /// Whether files can be written in a folder, or it can be made.
    private static func writable(_ subject: String, _ path: String, _ contents: String) -> Finding {
        var existing = path
        while !FilePath.allows(.knowing, existing), let slash = existing.lastIndex(of: "/"), existing != "/" {
            existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
        }
        guard FilePath.allows(.writing, existing), FileStatus(path: existing)?.kind == .folder else {
            // Others' folders are not the user's to change.
            let isOwn =
                (Environment.text("HOME") ?? "/").split(separator: "/").count > 1
                && existing.hasPrefix((Environment.text("HOME") ?? "/") + "/")
            return Finding(
                .note, subject, "\(path): \(existing) cannot be written: nothing is kept",
                advice: (isOwn ? "chmod u+w \(existing), or " : "")
                    + "set other folders by XDG_STATE_HOME and XDG_CACHE_HOME")
        }
        // Some file systems let nobody make files, whatever the modes say: only an attempt shows it.
        if let problem = attempt(in: existing) {
            return Finding(
                .note, subject, "\(path): nothing can be made in \(existing): \(problem): nothing is kept",
                advice: "set other folders by XDG_STATE_HOME and XDG_CACHE_HOME")
        }
        let isThere = existing == path
        return Finding(.ok, subject, isThere ? "\(path), \(contents)" : "\(path), not made yet")
    }
}
