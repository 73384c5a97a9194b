/// Colours that the user chose, by role.
package struct OwnTheme: Hashable, Sendable {
    package var name: String
    /// Whose colours are used where none is chosen.
    package var base: Theme.Background
    /// 24-bit colours.
    package var colors: [Role: UInt32] = [:]

    package init(name: String, base: Theme.Background, colors: [Role: UInt32] = [:]) {
        self.name = name
        self.base = base
        self.colors = colors
    }
}

extension Role {
    /// The role as settings name it: `badge-2-text`, `land`.
    package var settingName: String {
        var name = ""
        for character in "\(self)" {
            let starts = character.isUppercase || character.isNumber && name.last?.isNumber == false
            if starts { name += "-" }
            name += character.lowercased()
        }
        return name
    }

    /// All roles by the names that settings use.
    package static let bySettingName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.settingName, $0) })
}
