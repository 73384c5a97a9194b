import CellGraphics
import MapModel
import Rows
import Streams

/// What the status line and the panel say of addresses.
extension AppState {
    /// "38": rows that a stream with addresses brings in a second; nil where none come.
    package var rowsPerSecond: DisplayText? {
        guard data.addresses != nil, data.isStreaming, let rate = data.rate.perSecond(at: now) else {
            return nil
        }
        return rate < 9.5 ? "+\(rate.fixed(1))/s" : "+\(Int(rate.rounded()).grouped)/s"
    }

    /// "lines" of a log, "rows" of any other table.
    package var rowWord: DisplayText { data.hasLines ? "lines" : "rows" }

    /// All rows with addresses, also those without a place: "61,208 lines".
    package var addressedTotal: DisplayText {
        "\((data.unfilteredTotal + (data.isUnplaced ? 0 : data.skipped.total)).grouped) " + rowWord
    }

    /// "2,120 private · 4,145 unknown".
    package var unplacedAddresses: DisplayText? {
        guard let addresses = data.addresses else { return nil }
        if data.isUnplaced, addresses.databases.isEmpty { return "no database of addresses" }
        var counts: [String: Int] = [:]
        for reason in SkippedRows.Reason.allCases where data.skipped.count(of: reason) > 0 {
            let word = reason.addressWord ?? (reason == .noPlace ? "without address" : "skipped")
            counts[word, default: 0] += data.skipped.count(of: reason)
        }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let named = sorted.count > 2 && screen.columns < Self.columnsForKinds ? 1 : 2
        var parts = sorted.prefix(named).map { "\($0.value.grouped) \($0.key)" }
        let others = sorted.dropFirst(named).reduce(0) { $0 + $1.value }
        if others > 0 { parts.append("\(others.grouped) others") }
        return parts.isEmpty ? nil : DisplayText(sanitising: parts.joined(separator: " · "))
    }

    /// From this width on the status line has room for two kinds of addresses and the others.
    private static let columnsForKinds = 140

    /// "425 somewhere in Germany": rows that near views leave out, of the country in the middle, else of all.
    package var rowsSomewhere: DisplayText? {
        let counts = data.rows.roughCounts
        guard !counts.isEmpty else { return nil }
        if let atlas = shipped.atlas,
            let here = atlas.locator.description(of: map.middle, viewSpanMeters: 1_000),
            let count = counts[atlas.gazetteer.countryCode(of: here.place)]
        {
            return
                "\(count.grouped) somewhere in \(here.country ?? atlas.gazetteer.countryCode(of: here.place))"
        }
        return "\(counts.values.reduce(0, +).grouped) somewhere"
    }

    // MARK: - The panel

    /// "city database of 2026-11-12", beside the panel.
    package var databaseRemark: DisplayText? {
        guard panels.list == .addresses, layout.isSidePanel, let database = data.addresses?.databases.first
        else { return nil }
        return DisplayText(
            sanitising: "\(database.kind) database of \(Self.day(database.madeAt))", limit: 60)
    }

    /// "Amsterdam and 11 more · city, ±20–50 km".
    package var addressPlaces: DisplayText {
        guard let groups = panels.addresses.groups, let main = groups.mainPlace else { return "" }
        let isASCII = screen.appearance.charset == .ascii
        let plusMinus = isASCII ? "+-" : "±"
        var text = main.place.isEmpty ? "no place" : main.city.isEmpty ? main.place : main.city
        if groups.placeCount > 1 { text += " and \((groups.placeCount - 1).grouped) more" }
        guard !main.place.isEmpty else { return DisplayText(sanitising: text, limit: 80) }
        var precision = String(main.precision.prefix { $0 != "," })
        if let radii = groups.radii {
            precision +=
                radii.count == 1
                ? ", \(plusMinus)\(radii.lowerBound.grouped) km"
                : ", \(plusMinus)\(radii.lowerBound.grouped)\(isASCII ? "-" : "–")\(radii.upperBound.grouped) km"
        }
        return DisplayText(sanitising: text + (isASCII ? " - " : " · ") + precision, limit: 120)
    }

    /// What is known of the address under the cursor, as names and values.
    package func fields(of line: AddressGroups.Line) -> [PanelField] {
        let fact = line.fact
        var fields: [PanelField] = []
        let grouping = panels.addresses.grouping
        if grouping == .address || grouping == .network {
            let system = fact.systemNumber.map { ", AS\($0)" } ?? ""
            let name = grouping == .address ? fact.network + system : fact.owner
            fields.append(PanelField(name: grouping == .address ? "network" : "owner", value: name))
        }
        let place = fact.place.isEmpty ? fact.kind : "\(fact.place) · \(fact.precision)"
        fields.append(PanelField(name: "place", value: place))
        if fact.isForwarded { fields.append(PanelField(name: "address", value: "from forwarded")) }
        if let first = clock(ofRow: line.oldest) {
            fields.append(PanelField(name: "first seen", value: first))
        }
        return fields.filter { !$0.value.isEmpty }
    }

    // MARK: - Lines

    private static let timeColumns = ["time", "@timestamp", "timestamp", "ts", "date", "datetime"]
    private static let statusColumns = ["status", "level", "lvl", "severity"]
    private static let textColumns = ["message", "msg", "text", "uri", "url", "request", "path"]

    /// The clock of a row that was read: "14:03:10".
    package func clock(ofRow row: UInt32) -> String? {
        guard let value = value(ofRow: row, in: Self.timeColumns) else { return nil }
        let bytes = Array(value.utf8)
        guard bytes.count >= 8 else { return nil }
        for start in 0...bytes.count - 8 {
            let part = bytes[start..<start + 8]
            let fits = part.enumerated().allSatisfy { offset, byte in
                offset % 3 == 2 ? byte == UInt8(ascii: ":") : (0x30...0x39).contains(byte)
            }
            if fits { return String(decoding: part, as: UTF8.self) }
        }
        return nil
    }

    /// A row in short: what came of it, and what it says.
    package func brief(ofRow row: UInt32) -> (status: DisplayText, text: DisplayText) {
        let status = value(ofRow: row, in: Self.statusColumns) ?? ""
        let method = value(ofRow: row, in: ["method"]) ?? ""
        let text = value(ofRow: row, in: Self.textColumns) ?? ""
        let words = [method, text].filter { !$0.isEmpty }.joined(separator: " ")
        return (
            DisplayText(sanitising: status, limit: 8),
            words.isEmpty ? title(ofRow: row) : DisplayText(sanitising: words, limit: 400)
        )
    }

    /// The value of a row that was read in the first of some columns that has one.
    private func value(ofRow row: UInt32, in names: [String]) -> String? {
        guard let values = selection.near.values[row] else { return nil }
        return names.lazy.compactMap { name in
            data.columnNames.firstIndex(of: name).flatMap { $0 < values.count ? values[$0] : nil }
        }.first { !$0.isEmpty }
    }
}
