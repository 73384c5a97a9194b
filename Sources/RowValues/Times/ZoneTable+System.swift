import Platform
import Streams

extension ZoneTable {
    /// Where zone files are looked for: in `$TZDIR`, then where systems have them.
    package static var folders: [String] {
        (Environment.text("TZDIR").map { [$0] } ?? [])
            + ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]
    }

    /// The zone of a name such as `Europe/Berlin`, or of an offset such as `+02:00`; nil where there is none here.
    package static func named(_ name: String) -> ZoneTable? {
        if let fixed = ZoneTable(fixed: name) { return fixed }
        guard isName(name) else { return nil }
        for folder in folders {
            guard let bytes = try? FileBytes.whole("\(folder)/\(name)", limit: ZoneFile.sizeLimit) else {
                continue
            }
            if let zone = ZoneFile.zone(name, bytes) { return zone }
        }
        return nil
    }

    /// The zone that this computer is in: of `$TZ`, else of the system; UTC where neither says.
    package static let computer: ZoneTable = {
        if let name = Environment["TZ"] {
            return named(name.hasPrefix(":") ? String(name.dropFirst()) : name) ?? .utc
        }
        guard let bytes = try? FileBytes.whole("/etc/localtime", limit: ZoneFile.sizeLimit) else {
            return .utc
        }
        return ZoneFile.zone("local", bytes) ?? .utc
    }()

    /// Names lead to no other folder.
    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count <= 64
            && parts.allSatisfy { part in
                !part.isEmpty && part.first != "."
                    && part.utf8.allSatisfy {
                        ($0 | 0x20) &- 97 < 26 || $0 &- 48 < 10 || "_+-.".utf8.contains($0)
                    }
            }
    }
}
