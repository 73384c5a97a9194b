import CellGraphics
import MapModel

extension PanelPainter {
    /// A country has a name in a hundred languages.
    private static let shownNames = 12

    /// What the gazetteer knows of the placemark; returns how far it can be scrolled.
    func drawPlace(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) -> Int {
        guard let placemark = state.placemark else {
            drawTitle("no place marked", "", area, &frame)
            return 0
        }
        drawTitle(placemark.name, kind(of: placemark.place), area, &frame)
        let top = area.row + (area.height > 8 ? 4 : 2)
        if area.height > 8 {
            let point = placemark.coordinate
            put(
                &frame, "\(point.latitude.trimmed(7)), \(point.longitude.trimmed(7))", area.column + 2,
                area.row + 2, .panelDim)
        }
        let body = CellRect(column: area.column, row: top, width: area.width, height: area.endRow - top)
        return drawFields(fields(of: placemark), scroll, body, &frame)
    }

    private func kind(of place: Place?) -> DisplayText {
        switch place?.kind {
        case .country: "country"
        case .region, .subregion: "region"
        case .city where place?.isCountryCapital == true: "capital"
        case .city: "place"
        case nil: "coordinate"
        }
    }

    private func fields(of placemark: Placemark) -> [RowRecord.Field] {
        guard let place = placemark.place else { return [] }
        var fields: [RowRecord.Field] = []
        func add(_ name: String, _ value: String) {
            if !value.isEmpty, value != place.name {
                fields.append(RowRecord.Field(name: name, value: value))
            }
        }
        add("district", place.district)
        add("region", place.region)
        add("country", place.kind == .country ? place.countryCode : "\(place.country) (\(place.countryCode))")
        if place.population > 0 { add("population", place.population.grouped) }
        let radius = state.distanceUnit.text(meters: place.radiusMeters)
        add(
            "extent",
            place.isBoundsGuessed ? "about \(radius) around, guessed" : "\(radius) around its middle")
        let names = state.atlas?.gazetteer.alternates(of: place.id) ?? []
        let others = names.count - Self.shownNames
        let more = others > 0 ? " and \(others.grouped) more" : ""
        add("also", names.prefix(Self.shownNames).joined(separator: ", ") + more)
        add("source", "GeoNames, Natural Earth")
        return fields
    }
}
