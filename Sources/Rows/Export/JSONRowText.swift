import MapModel
import RowValues

/// The name of the column that is added to exported rows.
package enum DistanceColumn {
    /// `distance_m`, in UTF-8.
    package static let name = Array("distance_m".utf8)
}

/// The JSON that the rows of all sources have in common.
package enum JSONRowText {
    /// The beginning of a feature, up to its properties.
    package static func appendGeometry(of row: ExportedRow, to text: inout [UInt8]) {
        text += featureStart
        appendGeometryValue(of: row, to: &text)
        text += propertiesStart
    }

    /// The line, area or point of a row; null where it has no place.
    static func appendGeometryValue(of row: ExportedRow, to text: inout [UInt8]) {
        if !row.hasPlace {
            text += "null".utf8
        } else if let geometry = row.geometry {
            text += geometry
        } else {
            text += pointStart
            append(position: row.place, to: &text)
            text.append(UInt8(ascii: "}"))
        }
    }

    /// What stands before the geometry of a feature.
    package static let featureStart = Array("{\"type\":\"Feature\",\"geometry\":".utf8)
    /// What stands before the position of a point.
    package static let pointStart = Array("{\"type\":\"Point\",\"coordinates\":".utf8)
    /// What stands between the geometry of a feature and its properties.
    package static let propertiesStart = Array(",\"properties\":".utf8)

    /// A position: longitude, then latitude.
    package static func append(position: FixedCoordinate, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "["))
        DecimalText.append(degreesE7: position.longitudeE7, to: &text)
        text.append(UInt8(ascii: ","))
        DecimalText.append(degreesE7: position.latitudeE7, to: &text)
        text.append(UInt8(ascii: "]"))
    }

    /// A value.
    package static func append(_ value: FieldValue, to text: inout [UInt8]) {
        ValueEncoder.append(value, to: &text)
    }

    /// The members of an object for the place of a row.
    package static func appendPlace(of row: ExportedRow, to text: inout [UInt8]) {
        guard row.hasPlace else {
            text.append(contentsOf: "\"latitude\":null,\"longitude\":null".utf8)
            return
        }
        text.append(contentsOf: "\"latitude\":".utf8)
        DecimalText.append(degreesE7: row.place.latitudeE7, to: &text)
        text.append(contentsOf: ",\"longitude\":".utf8)
        DecimalText.append(degreesE7: row.place.longitudeE7, to: &text)
    }

    /// `name` as a key, with a number added if it is in `names` already: an object with two equal keys loses
    /// one.
    package static func key(_ name: String, _ names: inout [String: Int]) -> [UInt8] {
        var key: [UInt8] = []
        JSONText.append(Array(unique(name, &names).utf8), to: &key)
        return key + [UInt8(ascii: ":")]
    }

    private static func unique(_ name: String, _ names: inout [String: Int]) -> String {
        var unique = name
        var number = names[name] ?? 1
        while names[unique] != nil {
            number += 1
            unique = "\(name)_\(number)"
        }
        names[unique] = 1
        // The next key of the same name continues from this number.
        names[name] = number
        return unique
    }
}
