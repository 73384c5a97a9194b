/// Text from data for a message: bounded, in quotes, without anything that a terminal would interpret.
///
/// Control characters become `^X`, what reorders or hides text becomes U+FFFD.
package func quoted(_ text: String, limit: Int = 48) -> String {
    var result = "\""
    var room = limit
    for scalar in text.unicodeScalars {
        guard room > 0 else { return result + "…\"" }
        room -= 1
        switch scalar.value {
        case 0..<0x20: result += "^" + String(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
        case 0x7F: result += "^?"
        case 0x80..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xE0000...0xE0FFF:
            result += "\u{FFFD}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// The same for a name without quotes, such as a file's.
package func printable(_ text: String, limit: Int = 400) -> String {
    String(quoted(text, limit: limit).dropFirst().dropLast())
}

/// A count with a comma between thousands: 1,204.
package func grouped(_ count: Int) -> String {
    let digits = Array(String(count))
    var result = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { result += "," }
        result.append(digit)
    }
    return result
}
