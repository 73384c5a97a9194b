import CellGraphics
import Foundation
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport
@testable import TermMap

@Suite struct ConfigurationTests {
    private func read(_ text: String) throws(UsageError) -> Configuration {
        try Configuration(Array(text.utf8), path: "c.toml")
    }

    private func mistake(_ text: String) -> String? {
        do throws(UsageError) { _ = try read(text) } catch { return error.description }
        return nil
    }

    @Test func settingsBecomeOptionsThatTheCommandLineOverrides() throws {
        let configuration = try read("theme = \"light\"\nmouse = false\nview-rows = 5\ncolor = 16\n")
        let options = try Options.parse(configuration.arguments + ["--mouse", "--theme", "dark", "a.csv"])
        #expect(options.theme == .dark && options.mouse && options.color == .sixteen)
        #expect(try options.source.viewLimit() == 5)
        #expect(try Options.parse(configuration.arguments).mouse == false)
    }

    @Test(arguments: [
        ("theme = 5", "c.toml:1: theme: \"5\": expected auto, dark, light, 16, mono"),
        ("\ntheme = \"drk\"", "c.toml:2: theme: \"drk\": expected auto, dark, light, 16, mono"),
        ("mouse = 1", "c.toml:1: mouse: expected true or false"),
        ("units = \"feet\"", "c.toml:1: units: \"feet\": expected km, mi, nm"),
        (
            "cache-columns = \"much\"",
            "c.toml:1: cache-columns: not a size: \"much\" (expected a number with K, M or G, such as 512M)"
        ),
        (
            "cache-size = \"much\"",
            "c.toml:1: cache-size: not a size: \"much\" (expected a number with K, M or G, such as 512M)"
        ),
        (
            "[keys]\nquit = \"Hyper-q\"",
            "c.toml:2: keys.quit: \"Hyper-q\": not a key (expected x, gx, Ctrl-x, Alt-x, F5, Left, Space …)"
        ),
        ("[keys]\nhelp = \"Ctrl-h\"", "c.toml:2: keys.help: Ctrl-h is Backspace to a terminal"),
        ("[keys]\nopen = \"Ctrl-c\"", "c.toml:2: keys.open: Ctrl-c cannot be given to another command"),
        ("[keys]\nopen = \"x\"\nquit = \"x\"", "c.toml:3: keys.quit: x has a command already (line 2)"),
        (
            "[themes.dark]\nland = \"#000000\"",
            "c.toml:2: themes.dark.land: \"dark\" is a theme that termmap has"
        ),
        (
            "[themes.mine]\nland = \"red\"",
            "c.toml:2: themes.mine.land: \"red\": not a colour (expected \"#ffc35a\")"
        ),
    ])
    func mistakesHaveFileAndLine(text: String, words: String) {
        #expect(mistake(text) == words)
    }

    /// Also without a key in them.
    @Test func tablesThatMeanNothingAreWarnings() throws {
        let configuration = try read(
            "[a.b.c]\n[key]\n[keys]\n[themes.mine]\n[themes.mine.more]\n[zzz]\nx = 1\n")
        #expect(
            configuration.warnings == [
                "c.toml:7: zzz.x: no such setting", "c.toml:1: [a.b.c]: no such table",
                "c.toml:2: [key]: no such table: \"keys\"?", "c.toml:5: [themes.mine.more]: no such table",
            ])
    }

    @Test func namesThatMeanNothingAreWarnings() throws {
        let configuration = try read(
            "colour = \"16\"\nzzz = 1\n[keys]\nqiut = \"x\"\n[themes.mine]\nlnad = \"#000000\"\n")
        #expect(
            configuration.warnings == [
                "c.toml:1: colour: no such setting: \"color\"?", "c.toml:2: zzz: no such setting",
                "c.toml:4: keys.qiut: no such command: \"quit\"? (termmap --print-config lists all)",
                "c.toml:6: themes.mine.lnad: no such colour: \"land\"?",
            ])
        #expect(configuration.arguments.isEmpty && configuration.keys.isEmpty)
    }

    @Test func ownThemesColourTheMap() throws {
        let configuration = try read(
            "theme = \"mine\"\n[themes.mine]\nbase = \"light\"\nland = \"#102030\"\nbadge-2-text = \"#ffffff\"\n"
        )
        var theme = Theme(background: .dark, mode: .truecolor)
        theme.use(configuration.themes.first)
        #expect(theme.background == .light)
        #expect(theme.palette[Role.land.index] == Palette.Entry(.rgb(0x102030)))
        #expect(
            theme.palette[Role.sea.index]
                == Theme(background: .light, mode: .truecolor).palette[Role.sea.index])
        theme.mode = .indexed
        #expect(theme.palette[Role.badge2Text.index] == Palette.Entry(.indexed(231)))
        theme.mode = .sixteen
        #expect(theme.palette == Theme(background: .light, mode: .sixteen).palette)
    }

    @Test func theThemeKeyGoesThroughAllThemes() throws {
        var screen = Story([]).state.screen
        screen.appearance.themes = [OwnTheme(name: "a", base: .light), OwnTheme(name: "b", base: .dark)]
        let names = (0..<5).map { _ in
            screen.nextTheme()
            return screen.appearance.theme.own?.name ?? screen.appearance.theme.background.rawValue
        }
        #expect(names == ["light", "a", "b", "dark", "light"])
    }

    /// What is printed can be read, and means the same.
    @Test func printedSettingsAreReadBack() throws {
        let text = """
            theme = "mine"
            units = "mi"
            mouse = false
            [keys]
            quit = ["x", "Ctrl-q"]
            search = "gS"
            follow = []
            [themes.mine]
            land = "#0a0b0c"
            """
        let first = try read(text)
        let printed = first.text(profile: .standard, standardPath: nil)
        let second = try read(printed)
        #expect(second.arguments.sorted() == first.arguments.sorted() && second.themes == first.themes)
        #expect(second.keyMap(.standard).text == first.keyMap(.standard).text)
    }

    /// What is printed of the keys is valid without the marks of comments, too.
    @Test(arguments: KeyProfile.allCases) func printedKeysAreReadBack(profile: KeyProfile) throws {
        let lines = Configuration().text(profile: profile, standardPath: nil).split(separator: "\n")
        let keys = lines.drop { $0 != "[keys]" }.dropFirst().prefix { !$0.contains("theme") && $0 != "#" }
            .map { $0.first == "#" ? $0.dropFirst() : $0 }
        #expect(keys.count > 50)
        let read = try read("[keys]\n" + keys.joined(separator: "\n"))
        let (first, second) = (Configuration().keyMap(profile), read.keyMap(.standard))
        #expect(first.bindings.allSatisfy { first.strokes(of: $0.name) == second.strokes(of: $0.name) })
    }

    /// Every commented line is a true statement of what holds without it.
    @Test func standardValuesAreThoseWithoutAFile() throws {
        let printed = Configuration().text(profile: .standard, standardPath: nil)
        let lines = printed.split(separator: "\n").map { line in
            line.firstMatch(of: #/^#([a-z0-9-]+ = |\[)/#) == nil ? line : line.dropFirst()
        }
        let read = try read(lines.joined(separator: "\n"))
        #expect(read.warnings == [] && read.settings.count == Setting.all.count)
        #expect(read.keyMap(.standard).strokes(of: "quit") == KeyMap().strokes(of: "quit"))
        for binding in KeyMap().bindings {
            #expect(
                Set(read.keyMap(.standard).strokes(of: binding.name))
                    == Set(KeyMap().strokes(of: binding.name)))
        }
        let options = try Options.parse(read.arguments)
        let plain = try Options.parse([])
        #expect(options.color == plain.color && options.theme == plain.theme && options.cache == plain.cache)
        #expect(try options.source.viewLimit() == plain.source.viewLimit())
        #expect(try options.cacheLimit() == plain.cacheLimit())
    }

    @Test func everySettingIsAnOption() throws {
        for setting in Setting.all {
            let values: [String] =
                setting.kind == .boolean
                ? ["--\(setting.name)", "--no-\(setting.name)"] : ["--\(setting.name)=1"]
            for value in values {
                #expect(Options.helpMessage(columns: 300).contains(value.split(separator: "=")[0]))
            }
        }
    }
}
