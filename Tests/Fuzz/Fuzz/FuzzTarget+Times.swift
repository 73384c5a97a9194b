import MapModel

@testable import RowValues

extension FuzzTarget {
    /// Texts of times and the files of zones.
    static let times: [String: Reader] = [
        "times": { readTimes($0) },
        "window": { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            for zone in [ZoneTable.utc, berlin].compactMap(\.self) { _ = try? TimeWindow(text, zone: zone) }
            _ = TimeFormat(text)
            _ = ZoneTable(fixed: text)
        },
        "zones": { bytes in
            guard let zone = ZoneFile.zone("fuzz", bytes) else { return }
            check(zone)
        },
    ]

    private static let berlin = ZoneTable.named("Europe/Berlin")
    private static let formatNames = ["dmy", "mdy", "s", "ms", "us", "ns", "excel", "%d.%m.%Y %H:%M", "%y%j"]
    private static let formats: [TimeFormat?] = [nil, nil, nil] + formatNames.map { TimeFormat($0) }

    /// A column of texts, a line each: at once, and in two parts.
    private static func readTimes(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let lines = bytes.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let format = formats[Int(first) % formats.count]
        func collector(_ lines: ArraySlice<[UInt8]>) -> TimeCollector {
            var collector = TimeCollector(format: format)
            for line in lines { line.withUnsafeBufferPointer { collector.append($0) } }
            return collector
        }
        let whole = collector(lines[...])
        var parts = collector(lines[..<(lines.count / 2)])
        parts.append(collector(lines[(lines.count / 2)...]))
        guard whole.values == parts.values, whole.marks == parts.marks, whole.counts == parts.counts,
            whole.firstMisfit == parts.firstMisfit, whole.count == lines.count
        else { fatalError("parts are read in another way") }
        for isGiven in [false, true] {
            for zone in [ZoneTable.utc, berlin].compactMap(\.self) {
                do throws(TimeFault) {
                    let column = try whole.finish(name: "when", isGiven: isGiven, zone: zone)
                    _ = column.notices
                } catch {
                    _ = "\(error)"
                }
            }
        }
        for line in lines.prefix(4) { _ = TimeText.reading(String(decoding: line, as: UTF8.self)) }
    }

    /// Every moment has an offset for a while, and a clock that leads back to it unless the offset changes soon before or after: where
    /// it changes twice within hours, no clock can say which moment is meant. In the tables of the system changes are days apart.
    private static func check(_ zone: ZoneTable) {
        let day: Int64 = 86_400_000
        let moments: [Int64] = [
            -62_135_596_800_000, -3_000_000_000_000, 0, 1_774_747_800_000, 253_402_210_799_000,
        ]
        for moment in moments {
            for shift in [0, 90 * day, 200 * day, 300 * day] {
                let moment = moment + shift
                let stretch = zone.offset(at: moment)
                guard stretch.contains(moment) else { fatalError("no offset at \(moment)") }
                // Offsets have at most a week.
                let isFar =
                    (stretch.from == .min || moment - stretch.from > 30 * day)
                    && (stretch.until == .max || stretch.until - moment > 30 * day)
                let (back, _) = zone.moment(ofWall: zone.wall(at: moment))
                if isFar, back != moment { fatalError("\(moment) became \(back)") }
            }
        }
    }
}
