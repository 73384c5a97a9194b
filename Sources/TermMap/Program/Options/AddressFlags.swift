import Addresses
import App
import ArgumentParser
import FoundationEssentials
import Places
import Platform
import Runtime
import Streams

/// How rows with addresses of the internet are placed.
struct AddressFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Place rows by the IP addresses in this column, even where they have coordinates (without a column: the best \
            one).
            """, valueName: "column"))
    var ip: String?

    /// The best column: what `--ip` means before another option, a file or the end. The parser takes no empty value.
    static let best = "*"

    /// The column of addresses; empty for the best one, nil where none is asked for.
    var column: String? { ip == Self.best ? "" : ip }

    @Option(
        help: ArgumentHelp(
            "Database of addresses in the MMDB format; may be given several times, as for cities and networks.",
            valueName: "file"), completion: .file())
    var geoip: [String] = []
    @Flag(help: "Place no rows by addresses.")
    var noGeoip = false

    /// The databases of the run; nil where none are wanted.
    var databases: AddressDatabases? {
        guard !noGeoip else { return nil }
        let folders = AddressFolders()
        let isNamed = !geoip.isEmpty
        return AddressDatabases(paths: isNamed ? geoip : folders.files, place: folders.place) {
            (paths) throws(AddressDatabases.Missing) in
            do throws(UsageError) {
                return isNamed ? (try AddressFolders.finder(paths), []) : try AddressFolders.newest(of: paths)
            } catch {
                throw AddressDatabases.Missing(error.description)
            }
        }
    }
}

/// Where databases of addresses lie, the user's own first.
struct AddressFolders {
    private let own: String?

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        own = (data ?? environment["HOME"].map { $0 + "/.local/share" }).map { $0 + "/termmap" }
    }

    /// All of them.
    var paths: [String] {
        [own, "/var/lib/GeoIP", "/usr/share/GeoIP", "/usr/local/share/GeoIP"].compactMap(\.self)
    }

    /// Where the user may put one.
    var place: String { own ?? "/usr/share/GeoIP" }

    /// The databases in them.
    var files: [String] { AddressDatabase.files(in: paths) }

    /// Reads the newest of each kind, and says which it hides.
    static func newest(of files: [String]) throws(UsageError) -> (finder: AddressFinder, notices: [String]) {
        let found = AddressDatabase.newest(of: files)
        func list(_ paths: [String]) -> String { paths.map { printable($0) }.joined(separator: ", ") }
        let notice = "using \(list(found.used)), which is newer than \(list(found.hidden))"
        return (try finder(found.used), found.hidden.isEmpty ? [] : [notice])
    }

    /// Reads databases, with names in the user's language.
    static func finder(_ paths: [String]) throws(UsageError) -> AddressFinder {
        let languages = Options.languages
        do throws(DatabaseFault) {
            return AddressFinder(
                try paths.map { (path) throws(DatabaseFault) in
                    try AddressDatabase(path: path, languages: languages)
                })
        } catch {
            throw UsageError(error.description)
        }
    }
}

extension Options {
    /// Two letters of the user's language, from the locale; nil for C, POSIX and none.
    static var language: String? { languages.last }

    /// The user's language from the locale, also with its country, as databases of addresses have `pt-BR` and `zh-CN`; the best first.
    static var languages: [String] {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = variables.lazy.compactMap { ProcessInfo.processInfo.environment[$0] }.first {
            !$0.isEmpty
        }
        return languages(of: locale ?? "")
    }

    static func languages(of locale: String) -> [String] {
        let parts = locale.prefix { $0.isLetter || $0 == "_" || $0 == "-" }.split { $0 == "_" || $0 == "-" }
        guard let letters = parts.first?.lowercased(), letters.utf8.count == 2 else { return [] }
        return (parts.count > 1 ? ["\(letters)-\(parts[1].uppercased())"] : []) + [letters]
    }
}
