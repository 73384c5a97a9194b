/// What a run of the program needs; it gives up everything else.
package struct LockPolicy: Sendable, Equatable {
    /// Ports of servers that are connected to.
    package enum Ports: Sendable, Equatable {
        case none, any
        case only(Set<UInt16>)
    }

    /// Files that the user named, and that are read.
    package var files: Set<String> = []
    /// Folders all of whose files are read: the user named them, or another program looks for a file's companions there.
    package var folders: Set<String> = []
    /// What comes with the program.
    package var dataFolder: String?
    /// Devices that are read and set up.
    package var devices: Set<String> = []
    /// Files that the user named, and that are written.
    package var outputs: Set<String> = []
    /// Folders of the program's own that are written, by what they are for: `state`, `cache`.
    package var ownFolders: [String: String] = [:]
    /// Files that a library writes beside a database.
    package var companions: Set<String> = []
    /// Endings of files that may be saved at a path that is typed later; nil where none is typed.
    package var savedEndings: [String]?
    /// Files are opened again by their names: the screen reloads them.
    package var opensLater = false
    /// Programs that may be started, by name or path.
    package var programs: Set<String> = []
    /// Programs need links and small files of their own for what they open by name.
    package var makesTemporaryFiles = false
    /// Where is connected to.
    package var ports = Ports.none

    /// A run that reads what comes with the program and nothing else.
    package init() {}

    /// What it comes to: `reads 2 files, no network, writes state and cache`.
    package var words: String { [reads, network, writes, runs].compactMap(\.self).joined(separator: ", ") }

    private var reads: String {
        let parts = [
            counted(files.count, "file"), counted(folders.count, "folder"), counted(devices.count, "device"),
        ]
        return "reads \(listed(parts.compactMap(\.self)) ?? "no file of yours")"
    }

    private var network: String {
        switch ports {
        case .none: "no network"
        case .any: "connects to servers"
        case .only(let ports):
            "connects to port\(ports.count == 1 ? "" : "s") "
                + (listed(ports.sorted().map { "\($0)" }) ?? "none")
        }
    }

    private var writes: String {
        var parts = ownFolders.keys.sorted(by: >)
        if let outputs = counted(outputs.count, "named file") { parts.append(outputs) }
        if savedEndings != nil { parts.append("what you save") }
        return listed(parts).map { "writes \($0)" } ?? "writes nothing"
    }

    private var runs: String? {
        let names = programs.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return listed(names.sorted()).map { "runs \($0)" }
    }

    private func counted(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `a, b and c`; nil for nothing.
    private func listed(_ words: [String]) -> String? {
        guard let last = words.last else { return nil }
        return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last
    }
}
