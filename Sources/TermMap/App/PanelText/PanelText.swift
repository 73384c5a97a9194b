import CellGraphics
import MapModel
import Rows
import Streams

/// What panels of text say. The painter draws it, and the state scrolls it no further than its end.
extension AppState {
    /// How far the help, or the open panel, can be scrolled.
    package var scrollLimit: Int {
        if let help = panels.help { return helpLayout(help).scrollLimit }
        guard let area = layout.panel, !layout.isTooSmall else { return 0 }
        let body = textBody(of: area)
        if let panel = changePanel(in: body) {
            return ScrollPage(of: panel.lines.count, height: body.height, scroll: 0).limit
        }
        if let panelFields { return layOut(panelFields, in: body).page(scroll: 0).limit }
        switch panels.current {
        case .details, .summary:
            return ScrollPage(of: summaryLines.count, height: body.height, scroll: 0).limit
        case .skipped:
            let body = PanelMetrics.listBody(of: area)
            return ScrollPage(of: skippedLines(width: body.width).count, height: body.height, scroll: 0).limit
        default: return 0
        }
    }

    /// The fields of the open panel; nil where it shows something else.
    package var panelFields: [PanelField]? {
        switch panels.current {
        case .place: placeFields
        case .spot: spotFields
        case .about: aboutFields
        case .position: positionFields
        case .journey: journeyFields
        case .details where summarySubject == nil: selectedFields
        default: nil
        }
    }

    /// The help as it is filtered, laid out over the map.
    package func helpLayout(_ help: HelpState) -> HelpLayout {
        HelpLayout(
            helpText, filter: help.filter.text, screenWidth: screen.columns, map: layout.map,
            isASCII: screen.appearance.charset == .ascii)
    }

    /// Lines that are spoken at once.
    package static let spokenHelpLines = 8

    /// What lies below the help.
    package var belowHelp: AppState {
        var state = self
        state.panels.closeHelp()
        return state
    }

    /// Opens or closes the help; where it is spoken, reads on before it closes.
    mutating func toggleHelp() {
        guard screen.appearance.isSpoken, let help = panels.help else { return panels.toggleHelp() }
        let count = helpLayout(help).spokenLines.count
        let pages = (count + Self.spokenHelpLines - 1) / Self.spokenHelpLines
        // The first page has the keys of the moment, unless something is looked for.
        panels.readOn(upTo: pages + (help.filter.text.isEmpty ? 1 : 0))
    }

    /// The key table, and whose data the street map is: the corner of the map has room for the beginning only.
    private var helpText: HelpText {
        guard let description = streets.description else { return panels.helpText }
        var text = panels.helpText
        let lines = DisplayText(sanitising: Attribution.whole(description), limit: 500).wrapped(to: 36)
        text.groups.append(
            ("Street map", lines.map { HelpText.Entry(keys: " ", text: $0.text) }))
        return text
    }

    package func layOut(_ fields: [PanelField], in area: CellRect) -> FieldLayout {
        FieldLayout(
            fields, in: area, isSidePanel: layout.isSidePanel,
            isASCII: screen.appearance.charset == .ascii)
    }

    /// The columns of the selected row, as far as they were read.
    package var selectedFields: [PanelField] {
        guard selection.current != nil, case .success(let record) = selection.record else { return [] }
        if let changedFields { return changedFields }
        let name = record.fields.first { $0.name == "place_name" }?.value.text ?? ""
        return record.fields.map { field in
            PanelField(
                name: field.name,
                value: field.name == "place_match" ? Self.words(field.value.text, name) : field.value.text)
        }
    }

    /// How sure the place of a row is, in words where that is less than its name.
    private static func words(_ match: String, _ name: String) -> String {
        switch match {
        case "similar" where !name.isEmpty: "similar: read as \(name)"
        case "area" where !name.isEmpty, "rough" where !name.isEmpty: "\(match): somewhere in \(name)"
        default: match
        }
    }

    // MARK: - Skipped rows

    /// How a line of the skipped rows looks.
    package enum SkippedLine { case notice, reason, example, none }

    /// Reasons with their counts, examples, and notices, wrapped to the width of a panel.
    package func skippedLines(width: Int) -> [(text: DisplayText, kind: SkippedLine)] {
        let skipped = data.skipped
        var lines = SkippedRows.Reason.allCases.filter { skipped.count(of: $0) > 0 }
            .map {
                (DisplayText(sanitising: "\(skipped.count(of: $0).grouped) \($0.words)"), SkippedLine.reason)
            }
        lines += skipped.examples.map {
            (DisplayText(sanitising: $0.message(file: data.filePath)), .example)
        }
        // Rows that are shown all the same come last.
        lines += (data.notices + data.queryNotices + shipped.faults).map {
            (DisplayText(sanitising: $0), .notice)
        }
        if lines.isEmpty { lines = [("Every row has a place", .none)] }
        return lines.flatMap { line in line.0.wrapped(to: width - 4).map { ($0, line.1) } }
    }

    // MARK: - Places

    /// A country has a name in a hundred languages.
    private static let shownNames = 8

    /// What the gazetteer knows of the placemark.
    package var placeFields: [PanelField] {
        guard let place = selection.placemark?.place else { return [] }
        var fields: [PanelField] = []
        func add(_ name: String, _ value: String) {
            if !value.isEmpty, value != place.name {
                fields.append(PanelField(name: name, value: value))
            }
        }
        add("district", place.district)
        add("region", place.region)
        if place.kind == .country {
            add("code", place.countryCode)
        } else if !place.country.isEmpty {
            add("country", "\(place.country) (\(place.countryCode))")
        }
        let isRegion = place.kind == .region || place.kind == .subregion
        if place.population > 0, !isRegion { add("population", place.population.grouped) }
        if place.heightMeters > 0 { add("height", "\(place.heightMeters.grouped) m") }
        add("codes", place.airportCodes.joined(separator: ", "))
        if !place.isBoundsGuessed, place.kind != .peak, place.kind != .airport {
            add("extent", extent(of: place.bounds))
        }
        let names = shipped.atlas?.gazetteer.alternates(of: place.id) ?? []
        let others = names.count - Self.shownNames
        let more = others > 0 ? " and \(others.grouped) more" : ""
        add("also", names.prefix(Self.shownNames).joined(separator: ", ") + more)
        add("source", place.kind == .airport ? "airportsdata" : "GeoNames, Natural Earth, CLDR")
        return fields
    }

    /// Width at its middle and height.
    private func extent(of bounds: GeoBounds) -> String {
        let middle = (bounds.south + bounds.north) / 2
        func meters(_ degrees: Double) -> Double { degrees * .pi / 180 * GreatCircle.earthRadiusMeters }
        let width = meters(bounds.longitudeSpan) * GreatCircle.parallelScale(at: middle)
        let unit = screen.distanceUnit
        return "\(unit.text(meters: width)) × \(unit.text(meters: meters(bounds.north - bounds.south)))"
    }
}
