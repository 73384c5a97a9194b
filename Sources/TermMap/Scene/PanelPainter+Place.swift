import CellGraphics
import MapModel

extension PanelPainter {
    /// A country has a name in a hundred languages.
    private static let shownNames = 8

    /// What the gazetteer knows of the placemark; returns how far it can be scrolled.
    func drawPlace(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) -> Int {
        guard let placemark = state.selection.placemark else {
            drawTitle("No placemark", "", area, &frame)
            return 0
        }
        drawTitle(placemark.name, kind(of: placemark.place), area, &frame)
        let top = area.row + (area.height > 8 ? 4 : 2)
        if area.height > 8 {
            let point = placemark.coordinate
            put(
                &frame, PlaceText.coordinate(point, zoom: 10), area.column + 2, area.row + 2, .panelDim)
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

    /// Width at its middle and height.
    private func extent(of bounds: GeoBounds) -> String {
        let middle = (bounds.south + bounds.north) / 2
        func meters(_ degrees: Double) -> Double { degrees * .pi / 180 * GreatCircle.earthRadiusMeters }
        let width = meters(bounds.longitudeSpan) * GreatCircle.parallelScale(at: middle)
        let unit = state.screen.distanceUnit
        return "\(unit.text(meters: width)) × \(unit.text(meters: meters(bounds.north - bounds.south)))"
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
        if place.kind == .country {
            add("code", place.countryCode)
        } else {
            add("country", "\(place.country) (\(place.countryCode))")
        }
        let isRegion = place.kind == .region || place.kind == .subregion
        if place.population > 0, !isRegion { add("population", place.population.grouped) }
        if !place.isBoundsGuessed { add("extent", extent(of: place.bounds)) }
        let names = state.shipped.atlas?.gazetteer.alternates(of: place.id) ?? []
        let others = names.count - Self.shownNames
        let more = others > 0 ? " and \(others.grouped) more" : ""
        add("also", names.prefix(Self.shownNames).joined(separator: ", ") + more)
        add("source", "GeoNames, Natural Earth")
        return fields
    }
}
