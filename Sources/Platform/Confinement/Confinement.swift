import CLock
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Giving up what the program does not need, for good: Landlock for files and ports, a filter for system calls.
package enum Confinement {
    /// What holds.
    package struct Status: Sendable, Equatable {
        /// Plain lines for people.
        package var lines: [String]
        /// All of the policy holds.
        package var isWhole: Bool
        /// Files are opened as the policy allows, and no others.
        package var limitsFiles = false
    }

    private static let state = Mutex(Status(lines: ["not locked: no file is open"], isWhole: false))

    // Asked before anything is given up: the calls that ask are among that.
    private static let landlockVersion = Int(lock_landlock_version())
    private static let hasFilters = lock_has_filters()

    /// What holds now, in plain lines.
    package static var status: [String] { state.withLock { $0.lines } }

    /// Whether files are opened as the policy allows, and no others.
    package static var limitsFiles: Bool { state.withLock { $0.limitsFiles } }

    /// What this system can hold, in words, and whether that is all.
    package static var ability: (words: String, isWhole: Bool) {
        let files =
            switch landlockVersion {
            case 0: "no Landlock: files are not locked (Linux 5.13 or newer)"
            case ..<4: "Landlock \(landlockVersion): ports are not limited (Linux 6.7 or newer)"
            default: "Landlock \(landlockVersion)"
            }
        return ("\(files), \(hasFilters ? "" : "no ")seccomp", landlockVersion >= 4 && hasFilters)
    }

    /// The release of the kernel.
    private static var kernel: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return withUnsafeBytes(of: &name.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The user wants no lock.
    package static func leaveOff() {
        state.withLock { $0 = Status(lines: ["not locked: --no-lock"], isWhole: false) }
    }

    /// Gives up everything but the policy, as far as the system can.
    ///
    /// Called on the main thread before any other is started and before data is read: what is started later inherits it.
    package static func enter(_ policy: LockPolicy) -> Status {
        _ = (landlockVersion, hasFilters)
        let folder = policy.makesTemporaryFiles ? TemporaryRoot.make() : nil
        for path in policy.ownFolders.values where FileStatus(path: path) == nil { Folder.make(path) }
        if folder != nil || policy.opensLater || policy.savedEndings != nil || !policy.outputs.isEmpty {
            FileBroker.start(
                files: policy.files.union(policy.devices), folders: policy.folders, outputs: policy.outputs,
                endings: policy.savedEndings, temporaryFolder: folder)
        }
        let rules = LockRules(policy, temporaryFolder: folder)
        let outcome = enter(rules, policy)
        var status = status(of: outcome, policy)
        status.limitsFiles = landlockVersion > 0 && outcome.landlock == 0
        state.withLock { $0 = status }
        return status
    }

    private static func enter(_ rules: LockRules, _ policy: LockPolicy) -> lock_outcome {
        let paths = rules.uses.keys.sorted()
        var ports: [UInt16] = []
        // Names are looked up by TCP where an answer is long.
        if case .only(let asked) = policy.ports { ports = asked.sorted() + [53] }
        return withCStrings(paths) { texts in
            let list = paths.enumerated().map { index, path in
                lock_rule(path: texts[index], uses: rules.uses[path] ?? 0)
            }
            return list.withUnsafeBufferPointer { list in
                ports.withUnsafeBufferPointer { ports in
                    var rules = lock_rules(
                        rules: list.baseAddress, rule_count: list.count, ports: ports.baseAddress,
                        port_count: ports.count, has_network: policy.ports != .none,
                        has_any_port: policy.ports == .any, has_programs: !policy.programs.isEmpty)
                    return lock_enter(&rules)
                }
            }
        }
    }

    private static func status(of outcome: lock_outcome, _ policy: LockPolicy) -> Status {
        let version = landlockVersion
        var faults: [String] = []
        if version == 0 {
            faults.append("kernel \(kernel) has no Landlock (5.13 or newer), so files are not locked")
        } else if outcome.landlock != 0 {
            faults.append("files are not locked: \(SystemError(code: outcome.landlock).words)")
        } else if version < 4, case .only = policy.ports {
            faults.append("kernel \(kernel) cannot limit ports (6.7 or newer)")
        }
        if outcome.filter != 0 {
            let words = outcome.filter > 0 ? SystemError(code: outcome.filter).words : "not supported"
            faults.append("system calls are not filtered: \(words)")
        }
        guard !faults.isEmpty else {
            return Status(lines: ["locked: \(policy.words)"], isWhole: true)
        }
        let isNothing = outcome.landlock != 0 && outcome.filter != 0
        return Status(lines: faults.map { "\(isNothing ? "not" : "partly") locked: \($0)" }, isWhole: false)
    }
}

/// A folder of this process alone for files that other programs need for a moment, in place of the one of all.
private enum TemporaryRoot {
    /// Makes it and has everything use it from now on; nil where it cannot be made.
    static func make() -> String? {
        guard let made = Folder.makeTemporary((Environment.text("TMPDIR") ?? "/tmp") + "/termmap-") else {
            return nil
        }
        setenv("TMPDIR", made, 1)
        return made
    }
}
