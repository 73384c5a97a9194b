import MapModel

/// The verdict on each fix as a line of JSON: for `--gps-log`.
///
///     {"verdict":"kept","time":"2026-11-21T09:30:00.500Z","latitude":47.4,"longitude":8.5,"mode":3,"device":""}
///     {"verdict":"dropped","reason":"out-of-order",…}
package struct VerdictLog: Sendable {
    private var text = ByteText()

    /// A log without lines.
    package init() {}

    /// Writes a line for `fix`.
    package mutating func add(_ fix: LocationFix, _ verdict: FixFilter.Verdict) {
        switch verdict {
        case .newest: text.append("{\"verdict\":\"kept\"")
        case .sameMoment: text.append("{\"verdict\":\"kept\",\"note\":\"same-moment\"")
        case .late: text.append("{\"verdict\":\"kept\",\"note\":\"late\"")
        case .newestAfterFuture: text.append("{\"verdict\":\"kept\",\"note\":\"previous-in-future\"")
        case .dropped(let reason):
            text.append("{\"verdict\":\"dropped\",\"reason\":\"")
            text.append(reason.name)
            text.append("\"")
        }
        if let time = fix.time { text.append(",\"time\":\"\(time)\"") }
        append(",\"latitude\":", fix.coordinate?.latitude, 9)
        append(",\"longitude\":", fix.coordinate?.longitude, 9)
        append(",\"accuracy_m\":", fix.accuracyMeters, 3)
        text.append(",\"mode\":")
        text.append(Int(fix.mode.rawValue))
        text.append(",\"device\":\"\(Self.escaped(fix.device))\"}\n")
    }

    /// The bytes written since the last call.
    package mutating func take() -> [UInt8] {
        defer { text.removeAll() }
        return text.bytes
    }

    private mutating func append(_ name: StaticString, _ value: Double?, _ decimals: Int) {
        guard let value, abs(value) < 1e9 else { return }
        text.append(name)
        text.append(value, decimals: decimals)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 32 || scalar.value == 127:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
