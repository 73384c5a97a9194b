import MapModel
import RowValues
import Rows
import Streams

// The values of the points of routes and tracks, for journeys.
extension GPXRows {
    /// Decimals that the sketch keeps.
    private static let sketchedDecimals = 7

    /// Keeps more decimals of a place than the sketch does.
    mutating func setExactPlace(_ attributes: XMLAttributes) {
        guard collector.journeys != nil, let north = attributes["lat"], let east = attributes["lon"] else {
            return
        }
        func decimals(_ text: UnsafeBufferPointer<UInt8>) -> Int {
            let mark = text.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
            return mark.map { text.count - $0 - 1 } ?? 0
        }
        guard max(decimals(north), decimals(east)) > Self.sketchedDecimals,
            let latitude = XMLNumber.value(north), let longitude = XMLNumber.value(east)
        else { return }
        let vertex = lastVertex
        collector.journeys?.setPlace(
            Coordinate(latitude: latitude, longitude: longitude), vertex: vertex)
    }

    /// Takes the text of an element of a point.
    ///
    /// - Parameter isOwn: it is no extension.
    mutating func takeValue(_ element: XMLName, isOwn: Bool) {
        let vertex = lastVertex
        withText { collector, value in
            if isOwn, element == "time" {
                collector.journeys?.setTime(value, vertex: vertex)
            } else if let number = XMLNumber.value(value) {
                collector.journeys?.set(
                    number, named: element.text, isHeight: isOwn && element == "ele", vertex: vertex)
            }
        }
    }
}
