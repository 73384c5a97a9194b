/// The control group that limits the memory of this process, and the groups around it.
///
/// Source: cgroups(7), and the kernel's documentation of control groups, versions 1 and 2.
struct ControlGroup {
    /// The text of a file; nil where there is none.
    let text: (String) -> String?

    /// What one version of the groups calls its files and figures.
    private struct Files {
        let limit, used, reclaimable: String
    }

    private static let root = "/sys/fs/cgroup"
    private static let first = Files(
        limit: "memory.limit_in_bytes", used: "memory.usage_in_bytes", reclaimable: "total_inactive_file")
    private static let second = Files(
        limit: "memory.max", used: "memory.current", reclaimable: "inactive_file")

    /// Bytes that all groups together still allow; nil without a limit.
    var availableBytes: Int? {
        var least: Int?
        for line in (text("/proc/self/cgroup") ?? "").split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let (mount, files): (String, Files)
            if fields[1].isEmpty {
                (mount, files) = (Self.root, Self.second)
            } else if fields[1].split(separator: ",").contains("memory") {
                (mount, files) = (Self.root + "/memory", Self.first)
            } else {
                continue
            }
            var folders = fields[2].split(separator: "/")
            while true {
                let folder = ([mount] + folders.map(String.init)).joined(separator: "/")
                if let available = available(folder, files) { least = min(least ?? available, available) }
                if folders.popLast() == nil { break }
            }
        }
        return least
    }

    private func available(_ folder: String, _ files: Files) -> Int? {
        guard let limit = number("\(folder)/\(files.limit)"), let used = number("\(folder)/\(files.used)")
        else { return nil }
        // Files that were read fill the group until somebody needs the room.
        let figures = (text("\(folder)/memory.stat") ?? "").split(separator: "\n").map {
            $0.split(separator: " ")
        }
        let reclaimable = figures.first { $0.count == 2 && $0[0] == files.reclaimable }.flatMap { Int($0[1]) }
        return max(limit - max(used - (reclaimable ?? 0), 0), 0)
    }

    private func number(_ path: String) -> Int? {
        text(path)?.split(separator: "\n").first.flatMap { Int($0) }
    }
}
