import Streams

/// The command that installs what is missing, in the words of the distribution.
struct PackageAdvice: Equatable {
    /// What may be missing.
    enum Package: CaseIterable {
        case gdal, duckdb, libpq, libcurl, brotli, terminfo
    }

    /// A kind of distribution by its package manager.
    private enum Manager: String {
        case apt = "apt install"
        case dnf = "dnf install"
        case pacman = "pacman -S"
        case apk = "apk add"
        case zypper = "zypper install"
    }

    private let manager: Manager?

    /// What `/etc/os-release` says; without it no command is named.
    static var ofThisSystem: PackageAdvice {
        let bytes = (try? FileBytes.whole("/etc/os-release", limit: 1 << 16)) ?? []
        return PackageAdvice(release: String(decoding: bytes, as: UTF8.self))
    }

    /// - Parameter release: lines such as `ID=debian` and `ID_LIKE="rhel fedora"`.
    init(release: String) {
        let names = release.split(separator: "\n").filter { $0.hasPrefix("ID=") || $0.hasPrefix("ID_LIKE=") }
            .flatMap { $0.drop { $0 != "=" }.dropFirst().split { $0 == " " || $0 == "\"" } }
        let managers: [(names: Set<Substring>, manager: Manager)] = [
            (["debian", "ubuntu"], .apt), (["fedora", "rhel"], .dnf), (["arch"], .pacman),
            (["alpine"], .apk), (["suse", "opensuse"], .zypper),
        ]
        manager = managers.first { !$0.names.isDisjoint(with: names) }?.manager
    }

    /// `apt install gdal-bin`
    func install(_ package: Package) -> String {
        if package == .duckdb { return "pip install duckdb-cli, or https://duckdb.org/docs/installation" }
        guard let manager else { return "install \(Self.project(package)) with your package manager" }
        return "\(manager.rawValue) \(Self.name(of: package, manager))"
    }

    private static func project(_ package: Package) -> String {
        switch package {
        case .gdal: "GDAL with its programs"
        case .duckdb: "DuckDB"
        case .libpq: "libpq, the client library of PostgreSQL"
        case .libcurl: "libcurl"
        case .brotli: "Brotli"
        case .terminfo: "the terminfo database of ncurses"
        }
    }

    private static func name(of package: Package, _ manager: Manager) -> String {
        switch (package, manager) {
        case (.gdal, .apt): "gdal-bin"
        case (.gdal, .apk): "gdal-tools"
        case (.gdal, _): "gdal"
        case (.libpq, .apt), (.libpq, .zypper): "libpq5"
        case (.libpq, .pacman): "postgresql-libs"
        case (.libpq, _): "libpq"
        case (.libcurl, .apt), (.libcurl, .zypper): "libcurl4"
        case (.libcurl, .pacman): "curl"
        case (.libcurl, _): "libcurl"
        case (.brotli, .apt), (.brotli, .zypper): "libbrotli1"
        case (.brotli, .dnf): "libbrotli"
        case (.brotli, .pacman): "brotli"
        case (.brotli, .apk): "brotli-libs"
        case (.terminfo, .apt): "ncurses-term"
        case (.terminfo, .dnf): "ncurses-term"
        case (.terminfo, .pacman): "ncurses"
        case (.terminfo, .apk): "ncurses-terminfo"
        case (.terminfo, .zypper): "terminfo"
        case (.duckdb, _): "duckdb"
        }
    }
}
