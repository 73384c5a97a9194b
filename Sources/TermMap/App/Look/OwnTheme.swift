/// Colours that the user chose, by role.
struct OwnTheme: Hashable, Sendable {
    var name: String
    /// Whose colours are used where none is chosen.
    var base: Theme.Background
    /// 24-bit colours.
    var colors: [Role: UInt32] = [:]
}

extension Role {
    /// The role as settings name it: `badge-2-text`, `land`.
    var settingName: String {
        var name = ""
        for character in "\(self)" {
            let starts = character.isUppercase || character.isNumber && name.last?.isNumber == false
            if starts { name += "-" }
            name += character.lowercased()
        }
        return name
    }

    /// All roles by the names that settings use.
    static let bySettingName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.settingName, $0) })
}
