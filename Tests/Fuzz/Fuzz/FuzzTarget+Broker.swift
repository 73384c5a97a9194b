import CLock
import Glibc
import Platform

extension FuzzTarget {
    /// Requests to the process that opens files: none may reach a file that its rules do not name.
    static let broker: [String: Reader] = ["broker": { readRequest($0) }]

    /// Names are resolved from here; it lies deep enough for a few `..`.
    private static let root = "/dev/shm/termmap-fuzz-broker"
    private static let start = root + "/a/b"
    private static let pathLength = Int(PATH_MAX)
    /// Stops the process group: not tried.
    private static let stop: UInt8 = 3

    private static func readRequest(_ bytes: [UInt8]) {
        guard bytes.count > 6, bytes[0] % 4 != stop, isReady else { return }
        let names = bytes[6...].split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let path = Array(names[0])
        let name = names.count > 1 ? Array(names[1]) : []
        guard staysInside(path), staysInside(name) else { return }
        // The number of the deed, flags, permissions, and two texts that nothing need end.
        var message: [UInt8] = [bytes[0] < 0xF0 ? bytes[0] % 4 : bytes[0], 0, 0, 0]
        message += bytes[1..<4] + [0] + bytes[4..<6] + [0, 0]
        for text in [path, name] { message += padded(text, isEndless: bytes[0] & 0x80 != 0) }
        var descriptor: Int32 = -1
        let code = carryOut(&message, &descriptor)
        guard code >= 0 else { fatalError("a message is of another size") }
        if descriptor >= 0 {
            check(descriptor)
            close(descriptor)
        }
        if code == 0 { _ = makeFiles() }
        var status = stat()
        guard stat(start + "/secret", &status) == 0, status.st_size == 6 else {
            fatalError("the secret is lost")
        }
    }

    private static func padded(_ text: [UInt8], isEndless: Bool) -> [UInt8] {
        var text = text
        while isEndless, !text.isEmpty, text.count < pathLength { text += text }
        return Array(text.prefix(pathLength)) + [UInt8](repeating: 0, count: max(pathLength - text.count, 0))
    }

    /// Files of the machine are not to be touched, whatever the broker thinks of them.
    private static func staysInside(_ path: [UInt8]) -> Bool {
        let text = String(decoding: path, as: UTF8.self)
        if text.hasPrefix("/") { return text.hasPrefix(root + "/") && !text.contains("..") }
        return text.count { $0 == "." } <= 8 && text.split(separator: "/").count { $0 == ".." } <= 2
    }

    private static func carryOut(_ message: inout [UInt8], _ descriptor: inout Int32) -> Int32 {
        func list(_ texts: [String]) -> [UnsafePointer<CChar>?] {
            texts.map { UnsafePointer(strdup($0)) } + [nil]
        }
        let lists = [["named.csv", "link.csv"], ["folder"], [start + "/out.csv"], ["csv", "svg"]].map(list)
        defer { for text in lists.joined() { free(UnsafeMutablePointer(mutating: text)) } }
        return lists[0].withUnsafeBufferPointer { files in
            lists[1].withUnsafeBufferPointer { folders in
                lists[2].withUnsafeBufferPointer { outputs in
                    lists[3].withUnsafeBufferPointer { endings in
                        var rules = lock_broker_rules(
                            read_paths: files.baseAddress, read_folders: folders.baseAddress,
                            written_paths: outputs.baseAddress, saved_endings: endings.baseAddress,
                            temporary_folder: nil)
                        return lock_carry_out(&rules, start, &message, message.count, &descriptor)
                    }
                }
            }
        }
    }

    /// What was opened is a file that is read, or one that is made, and what is made is visible and has an ending.
    private static func check(_ descriptor: Int32) {
        let path = FilePath.linkTarget("/proc/self/fd/\(descriptor)") ?? ""
        let canWrite = fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
        let isRead = ["/named.csv", "/folder", "/folder/inner.csv"].contains { path == start + $0 }
        let made = path.hasPrefix(root) && !path.dropFirst(start.count).contains("/.")
        let isBeside = [".termmap-new", ".termmap-lock"].contains { suffix in
            [".csv", ".svg"].contains { path.lowercased().hasSuffix($0 + suffix) }
        }
        let isOutput = path.hasPrefix(start + "/out.csv")
        guard canWrite ? isOutput || made && isBeside : isRead || isOutput || made && isBeside else {
            fatalError("\(path) was opened\(canWrite ? " and can be written" : "")")
        }
    }

    // MARK: - Files

    private static let isReady: Bool = makeFiles() && chdir(start) == 0

    /// Makes the files anew and removes all others.
    private static func makeFiles() -> Bool {
        removeAll(in: root)
        let folders = [root, root + "/a", start, start + "/folder", start + "/.hidden"]
        for folder in folders { mkdir(folder, 0o755) }
        for name in ["named.csv", "folder/inner.csv", "out.csv", "secret", ".hidden/x.csv"] {
            let file = open(start + "/" + name, O_CREAT | O_WRONLY, 0o644)
            write(file, "secret", 6)
            close(file)
        }
        symlink("named.csv", start + "/link.csv")
        symlink("secret", start + "/trap.csv")
        return chdir(start) == 0
    }

    private static func removeAll(in folder: String) {
        for name in Folder.names(in: folder) ?? [] where name != "." && name != ".." {
            let path = folder + "/" + name
            guard unlink(path) != 0 else { continue }
            removeAll(in: path)
            rmdir(path)
        }
    }
}
