import App
import ArgumentParser
import FoundationEssentials
import Streams

extension Configuration {
    private static let sizeLimit = 1 << 20

    /// The file of settings that the options or the environment name, or the one in its usual place; empty where there is none.
    ///
    /// - Throws: when the file cannot be read, or a line of it is wrong.
    static func read(
        _ options: Options, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(UsageError) -> Configuration {
        guard let (path, mustExist) = location(options, environment) else { return Configuration() }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.whole(path, limit: sizeLimit + 1, waiting: .seconds(5))
        } catch {
            if error.reason == .noSuchFile, !mustExist { return Configuration() }
            if mustExist { throw UsageError("\(error)") }
            // As where sudo keeps the HOME of another user.
            var configuration = Configuration()
            configuration.warnings = ["\(error): the settings are not used"]
            return configuration
        }
        guard bytes.count <= sizeLimit else {
            throw UsageError("\(path): larger than 1 MiB: not a file of settings")
        }
        return try Configuration(bytes, path: path)
    }

    /// Those that the settings name, for a command without other options.
    static func databasesOfAddresses() throws(UsageError) -> [String] {
        guard let options = try? Options.parse([]) else { return [] }
        switch try read(options).settings["geoip"] {
        case .string(let path): return [path]
        case .array(let values):
            return values.compactMap { if case .string(let path) = $0 { path } else { nil } }
        default: return []
        }
    }

    /// Where the file is, and whether it was asked for by name.
    private static func location(
        _ options: Options, _ environment: [String: String]
    ) -> (path: String, mustExist: Bool)? {
        if let path = options.config { return path == "none" ? nil : (path, true) }
        if let path = environment["TERMMAP_CONFIG"] {
            return path.isEmpty || path == "none" ? nil : (path, true)
        }
        return standardPath(environment).map { ($0, false) }
    }

    /// `$XDG_CONFIG_HOME/termmap/config.toml`, else in `~/.config`; nil without a home.
    static func standardPath(_ environment: [String: String]) -> String? {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let folder = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
        return folder.map { $0 + "/termmap/config.toml" }
    }
}

extension Options {
    /// What is wrong with arguments that stand for one setting, without the name of the option; nil when they are right.
    static func problem(with arguments: [String]) -> String? {
        do {
            let options = try parse(arguments)
            _ = try options.source.viewLimit()
            _ = try options.cacheLimit()
            _ = try options.columnLimit()
            return nil
        } catch let error as UsageError {
            let words = error.description
            return words.firstRange(of: ": ").map { String(words[$0.upperBound...]) } ?? words
        } catch {
            return ParserMessage(message(for: error)).textWithoutSubject
        }
    }
}
