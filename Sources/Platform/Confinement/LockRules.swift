import CLock

/// The rules of a policy for Landlock: what it names, and what libraries of every run read.
struct LockRules {
    private(set) var uses: [String: UInt32] = [:]
    private let policy: LockPolicy

    private static let read = lock_read.rawValue
    private static let write = lock_write.rawValue
    private static let make = lock_make.rawValue
    private static let makeFolders = lock_make_folders.rawValue
    private static let run = lock_run.rawValue
    private static let device = lock_device.rawValue

    /// Libraries, locales, terminals, time zones, certificates, names of users and hosts. Those in folders that may be links
    /// elsewhere are named themselves.
    private static let system = [
        "/usr", "/lib", "/lib32", "/lib64", "/etc", "/nix/store", "/etc/resolv.conf", "/etc/hosts",
        "/etc/nsswitch.conf", "/etc/localtime", "/etc/ssl/certs", "/etc/ld.so.cache",
        // The library of threads reads the status of each, and traps where it cannot. Memory and open files of other
        // processes stay closed; their variables do not.
        "/proc",
        "/sys/fs/cgroup", "/sys/devices/system/cpu", "/sys/devices/system/node", "/dev/zero", "/dev/urandom",
        "/dev/random",
    ]
    /// Variables with paths, separated by colons, that libraries read.
    private static let variables = [
        "TERMINFO", "TERMINFO_DIRS", "TZDIR", "LOCPATH", "GCONV_PATH", "LD_LIBRARY_PATH",
    ]
    private static let programVariables = ["GDAL_DATA", "GDAL_DRIVER_PATH", "PROJ_LIB", "PROJ_DATA"]
    private static let serverVariables = [
        "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "OPENSSL_CONF", "PGPASSFILE", "PGSERVICEFILE",
        "PGSYSCONFDIR", "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCRL", "KRB5_CONFIG", "KRB5CCNAME",
    ]
    private static let serverFiles = [".pgpass", ".pg_service.conf", ".postgresql"]
    /// What starts programs.
    private static let loaders = [
        "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-x86_64.so.1",
        "/lib/ld-musl-aarch64.so.1",
    ]

    init(_ policy: LockPolicy, temporaryFolder: String?) {
        self.policy = policy
        addSystem()
        addNamed()
        if let temporaryFolder { add(temporaryFolder, Self.read | Self.write | Self.make | Self.makeFolders) }
        for program in policy.programs { addProgram(program) }
    }

    private mutating func add(_ path: String, _ use: UInt32) {
        guard !path.isEmpty else { return }
        uses[path, default: 0] |= use
    }

    private mutating func addSystem() {
        for path in Self.system { add(path, Self.read) }
        add("/dev/null", Self.read | Self.write)
        add("/dev/tty", Self.device)
        // The terminal, which is opened again through a standard stream.
        for stream in Int32(0)..<3 where Descriptor.isTerminal(stream) {
            add("/proc/self/fd/\(stream)", Self.device)
        }
        var names = Self.variables
        if policy.ports != .none { names += Self.serverVariables }
        if !policy.programs.isEmpty { names += Self.programVariables }
        for name in names {
            for path in (Environment[name] ?? "").split(separator: ":") { add(String(path), Self.read) }
        }
        guard let home = Environment.text("HOME") else { return }
        add(home + "/.terminfo", Self.read)
        if !policy.programs.isEmpty { add(home + "/.local/share/proj", Self.read) }
        if policy.ports != .none {
            for name in Self.serverFiles { add("\(home)/\(name)", Self.read) }
        }
    }

    private mutating func addNamed() {
        for path in policy.files.union(policy.folders) { add(path, Self.read) }
        if let folder = policy.dataFolder { add(folder, Self.read) }
        for path in policy.devices { add(path, Self.device) }
        for path in policy.ownFolders.values {
            add(path, Self.read | Self.write | Self.make | Self.makeFolders)
        }
        for path in policy.outputs { add(path, Self.write) }
        for path in policy.companions { add(path, Self.read | Self.write) }
    }

    // MARK: - Programs

    private mutating func addProgram(_ name: String) {
        guard let path = Self.program(name), let real = FilePath.real(path) else { return }
        for path in [path, real] { add(path, Self.run) }
        for loader in Self.loaders { add(loader, Self.run) }
        let folder = Self.folder(of: real)
        let prefix = Self.folder(of: folder)
        for part in ["lib", "lib64", "share"] { add("\(prefix)/\(part)", Self.read) }
        add(folder, Self.read)
        // A script runs its interpreter, and what it stands for.
        if Self.isScript(real) {
            for path in ["/usr", "/bin", folder, prefix] { add(path, Self.run | Self.read) }
        }
    }

    /// Where a program is found, as `posix_spawnp` does it.
    private static func program(_ name: String) -> String? {
        if name.contains("/") { return name }
        let folders = (Environment["PATH"] ?? "/bin:/usr/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileStatus(path: $0)?.kind == .regular }
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static func isScript(_ path: String) -> Bool {
        let file = Descriptor.open(path, .reading)
        defer { Descriptor.close(file) }
        var start: [UInt8] = [0, 0]
        return file >= 0 && Descriptor.read(file, into: &start) == 2 && start == Array("#!".utf8)
    }
}
