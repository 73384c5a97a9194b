import App
import Streams

extension Configuration {
    /// The settings in force as a file of settings: what is left at its standard is commented out.
    func text(profile: KeyProfile, standardPath: String?) -> String {
        var text = "# The settings of termmap. Lines after # are the standard values.\n"
        text +=
            "# File: \(path ?? "none yet, would be \(standardPath ?? "~/.config/termmap/config.toml")")\n\n"
        for setting in Setting.all {
            let line =
                settings[setting.name].map { "\(setting.name) = \(Self.toml($0))" }
                ?? "#\(setting.name) = \(setting.standard)"
            text += "\(Self.padded(line, to: 30))  # \(setting.help)\n"
        }
        text +=
            "\n# A key is x, gx, Ctrl-x, Alt-x, F5, Left, Space …; [] leaves a command without keys.\n[keys]\n"
        text += keyLines(profile)
        for theme in themes {
            text += "\n[themes.\(Self.name(theme.name))]\nbase = \"\(theme.base.rawValue)\"\n"
            for (role, rgb) in theme.colors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                text += "\(role.settingName) = \"#\(Self.hex(rgb))\"\n"
            }
        }
        if themes.isEmpty {
            text += "\n# A theme of your own; theme = \"mine\" shows it. Colours of the dark theme:\n"
            text += "#[themes.mine]\n#base = \"dark\"\n"
            let looks = Theme(background: .dark, mode: .truecolor).looks
            for role in Role.allCases {
                if let look = looks[role] { text += "#\(role.settingName) = \"#\(Self.hex(look.rgb))\"\n" }
            }
        }
        return text
    }

    /// One line for each command, those of the profile and of the file as they are in force.
    private func keyLines(_ profile: KeyProfile) -> String {
        let standard = KeyMap()
        let map = keyMap(profile)
        var names: [String] = []
        var text = ""
        for binding in standard.bindings where !names.contains(binding.name) {
            names.append(binding.name)
            let before = standard.strokes(of: binding.name)
            let now = map.strokes(of: binding.name)
            let list = now.map { "\"\(Self.escaped("\($0)"))\"" }.joined(separator: ", ")
            let line = (now == before ? "#" : "") + "\(Self.name(binding.name)) = [\(list)]"
            text += "\(Self.padded(line, to: 40))  # \(binding.help)\n"
        }
        return text
    }

    /// The keys with the changes of a profile and of the file.
    func keyMap(_ profile: KeyProfile) -> KeyMap {
        let changes = profile.changes + keys
        return changes.isEmpty ? KeyMap() : KeyMap(changes: changes)
    }

    private static func padded(_ line: String, to width: Int) -> String {
        line + String(repeating: " ", count: max(width - line.count, 0))
    }

    private static func toml(_ value: TOMLDocument.Value) -> String {
        switch value {
        case .string(let text): "\"\(escaped(text))\""
        case .integer(let number): "\(number)"
        case .boolean(let isOn): "\(isOn)"
        case .array(let values): "[" + values.map(toml).joined(separator: ", ") + "]"
        }
    }

    private static func name(_ text: String) -> String {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            && !text.isEmpty
            ? text : "\"\(escaped(text))\""
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\", "\"": result += "\\\(scalar)"
            case _ where scalar.value < 32 || scalar.value == 127:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func hex(_ rgb: UInt32) -> String {
        let digits = String(rgb, radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
