import CLock
import Synchronization

/// A process beside this one that opens files by name after this one has given that up.
///
/// It was started before any data was read, and opens what the user named then, and new files of data.
package enum FileBroker {
    private static let socket = Mutex<Int32>(-1)
    private static let process = Mutex<Int32>(-1)

    /// Starts it; false where that fails.
    ///
    /// - Parameters:
    ///   - files: paths that are read, as they will be opened.
    ///   - folders: folders all of whose files are read.
    ///   - outputs: paths of files that are written.
    ///   - endings: of files that may be made anywhere; nil for none.
    ///   - temporaryFolder: is removed when this process has ended.
    @discardableResult package static func start(
        files: Set<String>, folders: Set<String>, outputs: Set<String>, endings: [String]?,
        temporaryFolder: String?
    ) -> Bool {
        var number: Int32 = -1
        let descriptor = withCStrings(Array(files)) { files in
            withCStrings(Array(folders)) { folders in
                withCStrings(outputs.map(resolved)) { outputs in
                    withCStrings(endings ?? []) { saved in
                        withCStrings([temporaryFolder]) { temporary in
                            var rules = lock_broker_rules(
                                read_paths: files, read_folders: folders, written_paths: outputs,
                                saved_endings: endings == nil ? nil : saved, temporary_folder: temporary[0])
                            return lock_start_broker(&rules, &number)
                        }
                    }
                }
            }
        }
        socket.withLock { $0 = descriptor }
        process.withLock { $0 = number }
        if descriptor >= 0 { atExit { FileBroker.finish() } }
        return descriptor >= 0
    }

    /// With its folder's links followed; the file itself need not be there.
    private static func resolved(_ path: String) -> String { resolved(path, links: 40) }

    private static func resolved(_ path: String, links: Int) -> String {
        if let real = FilePath.real(path) { return real }
        // A link to a file that is not there yet.
        if links > 0, let target = FilePath.linkTarget(path) {
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            return resolved(target.hasPrefix("/") ? target : folder + target, links: links - 1)
        }
        guard let slash = path.lastIndex(of: "/") else { return (Folder.current ?? ".") + "/" + path }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (FilePath.real(folder) ?? folder) + path[slash...]
    }

    /// Opens a file that this process may not open; nil without a broker.
    static func open(_ path: String, flags: Int32, permissions: UInt32) -> Int32? {
        socket.withLock { $0 < 0 ? nil : lock_ask_open($0, path, flags, permissions) }
    }

    /// Gives a file another name; nil without a broker.
    static func move(_ path: String, to name: String) -> Bool? {
        socket.withLock { $0 < 0 ? nil : lock_ask_rename($0, path, name) == 0 }
    }

    /// Removes a file; nil without a broker.
    static func remove(_ path: String) -> Bool? {
        socket.withLock { $0 < 0 ? nil : lock_ask_remove($0, path) == 0 }
    }

    /// Ends it, which removes the temporary folder; where this process is killed it ends by itself.
    package static func finish() {
        let descriptor = socket.withLock { socket in
            defer { socket = -1 }
            return socket
        }
        if descriptor >= 0 { lock_finish_broker(descriptor, process.withLock { $0 }) }
    }

    /// Stops the group of this process as the terminal does, the process included; false without a broker.
    package static func stopGroup() -> Bool {
        let descriptor = socket.withLock { $0 }
        return descriptor >= 0 && lock_ask_stop(descriptor) == 0
    }
}
