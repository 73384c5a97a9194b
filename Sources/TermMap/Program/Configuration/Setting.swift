import Streams
import TerminalInput

/// A line of the configuration that stands for an option of the command line.
struct Setting: Sendable {
    /// What a value looks like.
    enum Kind: Sendable { case text, number, boolean, texts }

    var name: String
    var kind: Kind
    /// The value without the line, as TOML.
    var standard: String
    var help: String

    /// The settings, in the order in which they are printed.
    static let all = [
        Setting(
            name: "theme", kind: .text, standard: "\"auto\"",
            help: "auto, dark, light, 16, mono, or a theme of your own: [themes.NAME]"),
        Setting(
            name: "color", kind: .text, standard: "\"auto\"", help: "auto, always, never, 16, 256, truecolor"),
        Setting(name: "charset", kind: .text, standard: "\"auto\"", help: "auto, braille, block, ascii"),
        Setting(
            name: "units", kind: .text, standard: "\"km\"", help: "km, mi, nm (default: from the locale)"),
        Setting(name: "mouse", kind: .boolean, standard: "true", help: "report the mouse"),
        Setting(
            name: "animation", kind: .boolean, standard: "true", help: "new rows and zooming are animated"),
        Setting(name: "bell", kind: .boolean, standard: "true", help: "alerts ring the bell of the terminal"),
        Setting(
            name: "basemap", kind: .text, standard: "\"builtin\"",
            help: "builtin, none, or a file or URL of vector tiles"),
        Setting(
            name: "geoip", kind: .texts, standard: "[]",
            help: "databases of addresses, such as [\"/var/lib/GeoIP/city.mmdb\"]"),
        Setting(name: "classes", kind: .text, standard: "\"quantiles\"", help: "quantiles, equal, natural"),
        Setting(
            name: "view-rows", kind: .number, standard: "300",
            help: "the most rows in a view of a server; more are clustered"
        ),
        Setting(name: "cache", kind: .boolean, standard: "true", help: "save the indexes of large files"),
        Setting(
            name: "cache-size", kind: .text, standard: "\"256M\"",
            help: "size of the cache for tiles of servers"),
        Setting(
            name: "cache-columns", kind: .text, standard: "\"1G\"",
            help: "size of the saved columns of large files; \"0\" saves none"),
        Setting(name: "history", kind: .boolean, standard: "true", help: "keep bookmarks and views of files"),
        Setting(
            name: "lock", kind: .boolean, standard: "true",
            help: "give up files, network and system calls that are not needed"),
        Setting(name: "keymap", kind: .text, standard: "\"default\"", help: "default, mapscii, visidata"),
    ]

    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    /// The option that says the same; nil for a value of another kind.
    func arguments(for value: TOMLDocument.Value) -> [String]? {
        switch (kind, value) {
        case (.text, .string(let text)): ["--\(name)=\(text)"]
        // 16 and 256 look like numbers.
        case (.text, .integer(let number)), (.number, .integer(let number)): ["--\(name)=\(number)"]
        case (.boolean, .boolean(let isOn)): [isOn ? "--\(name)" : "--no-\(name)"]
        case (.texts, .string(let text)): ["--\(name)=\(text)"]
        case (.texts, .array(let values)): texts(values).map { $0.map { "--\(name)=\($0)" } }
        default: nil
        }
    }

    /// The texts of an array; nil where some are none.
    private func texts(_ values: [TOMLDocument.Value]) -> [String]? {
        let texts = values.compactMap { value in if case .string(let text) = value { text } else { nil } }
        return texts.count == values.count ? texts : nil
    }

    /// What a value of the kind looks like.
    var expectation: String {
        switch kind {
        case .text: "expected text in quotes, such as \(standard)"
        case .texts: "expected a list of texts in quotes, such as [\"a.mmdb\"]"
        case .number: "expected a whole number, such as \(standard)"
        case .boolean: "expected true or false"
        }
    }
}
