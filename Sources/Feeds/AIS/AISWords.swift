/// Words for the numbers of AIS.
package enum AISWords {
    /// What a ship does; nil where it is not defined.
    static func status(_ number: Int) -> String? {
        switch number {
        case 0: "under way"
        case 1: "anchored"
        case 2: "not under command"
        case 3: "restricted manoeuvrability"
        case 4: "constrained by draught"
        case 5: "moored"
        case 6: "aground"
        case 7: "fishing"
        case 8: "sailing"
        case 11: "towing astern"
        case 12: "pushing ahead"
        case 14: "AIS-SART"
        default: nil
        }
    }

    /// What a ship is; its number where it has no words.
    static func shipType(_ number: Int) -> String {
        switch number {
        case 20...29: "wing in ground"
        case 30: "fishing"
        case 31, 32: "towing"
        case 33: "dredging"
        case 34: "diving"
        case 35: "military"
        case 36: "sailing"
        case 37: "pleasure craft"
        case 40...49: "high-speed craft"
        case 50: "pilot"
        case 51: "search and rescue"
        case 52: "tug"
        case 53: "port tender"
        case 54: "anti-pollution"
        case 55: "law enforcement"
        case 58: "medical"
        case 59: "noncombatant"
        case 60...69: "passenger"
        case 70...79: "cargo"
        case 80...89: "tanker"
        case 90...99: "other"
        default: "\(number)"
        }
    }
}
