import MapModel
import Rows
import Testing

@testable import DataSets

/// Things of the parts of a stream, judged by alerts.
@Suite struct AlertWatchTests {
    /// A square of two degrees around 47, 8.
    private static var square: AlertAreas {
        var sketch = GeometrySketch()
        sketch.begin(.area)
        for (latitude, longitude) in [(46.0, 7.0), (46, 9), (48, 9), (48, 7)] {
            sketch.append(FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude)))
        }
        var geometry = AreaGeometry()
        geometry.append(sketch)
        return AlertAreas(name: "square", geometry, outlines: PlaceOutline.outlines(of: sketch))
    }

    private static func things(_ longitudes: [Double?], clock: Double = 0) -> ThingSet {
        var things: [Thing] = []
        for (row, longitude) in longitudes.enumerated() {
            guard let longitude else { continue }
            let place = FixedCoordinate(Coordinate(latitude: 47, longitude: longitude))
            things.append(Thing(row: UInt32(row), place: QuantumPoint(place)))
        }
        var set = ThingSet(things)
        set.clock = clock
        return set
    }

    private static func words(_ watch: AlertWatch) -> [String] {
        watch.report.events.map {
            "\($0.number) \($0.alert?.name ?? "") \($0.kind?.rawValue ?? "") \($0.name)"
        }
    }

    @Test func whoIsInAnAreaOrMatchesIsTold() {
        let watch = AlertWatch()
        watch.set([
            Alert(id: 1, name: "square", .areas(Self.square)), Alert(id: 2, name: "odd", .filter("odd")),
            Alert(
                id: 3, name: "box", .box(GeoBounds(south: 46, west: 179, north: 48, east: -179))),
        ])
        func judge(_ things: ThingSet, odd rows: [UInt32]) {
            let matching = RowSet(capacity: 10) { rows.contains(UInt32($0)) }
            var found = AlertWatch.Matching()
            found.rows = [2: matching]
            watch.judge(things, [], found, rowCount: 10, name: { ("\($0)", "T\($0)") }, time: 1)
        }
        judge(Self.things([8, 9.5, -179.5]), odd: [1])
        #expect(Self.words(watch) == ["1 square enter T0", "2 odd match T1", "3 box enter T2"])
        #expect(watch.report.inside == [1: [0: 1], 2: [1: 1], 3: [2: 1]])
        #expect(
            watch.report.events.first?.place == FixedCoordinate(Coordinate(latitude: 47, longitude: 8)))
        judge(Self.things([9.5, 8, 178.5]), odd: [])
        #expect(
            Self.words(watch).dropFirst(3) == [
                "4 square leave T0", "5 square enter T1", "6 odd unmatch T1", "7 box leave T2",
            ])
        // Things are silent after a minute without a word, once, and gone when they are not there.
        judge(Self.things([9.5, 8, 178.5], clock: 100), odd: [])
        judge(Self.things([9.5, 8, 178.5], clock: 101), odd: [])
        judge(Self.things([9.5, nil, 178.5], clock: 102), odd: [])
        #expect(Self.words(watch).dropFirst(7) == ["8 square silent T1", "9 square gone T1"])
        #expect(watch.report.events.last?.place == nil)
        #expect(watch.report.events.map(\.id) == ["0", "1", "2", "0", "1", "1", "2", "1", "1"])
        var alerts = watch.order.alerts
        alerts[1].isOn = false
        watch.set(alerts)
        #expect(watch.report.inside[2] == nil)
    }

    @Test func whoIsInsideANewAlertHasNotEnteredIt() {
        let watch = AlertWatch()
        func judge(_ longitudes: [Double]) {
            watch.judge(
                Self.things(longitudes.map { $0 }), [], AlertWatch.Matching(), rowCount: 10,
                name: { ("", "T\($0)") }, time: 5)
        }
        judge([8, 9.5])
        var alert = Alert(id: 1, name: "square", .areas(Self.square))
        watch.set([alert])
        judge([8, 9.5])
        #expect(watch.report.inside == [1: [0: 5]] && watch.report.events.isEmpty)
        judge([8, 8])
        #expect(Self.words(watch) == ["1 square enter T1"])
        // Turned off and on again.
        alert.isOn = false
        watch.set([alert])
        judge([8, 8])
        alert.isOn = true
        watch.set([alert])
        judge([8, 8])
        #expect(watch.report.inside == [1: [0: 5, 1: 5]] && watch.report.events.count == 1)
    }

    @Test func thingsThatAreLeftOutAreOutside() {
        let watch = AlertWatch()
        watch.set([Alert(id: 1, name: "square", .areas(Self.square))])
        var matching = AlertWatch.Matching()
        matching.counted = RowSet(capacity: 10) { $0 == 1 }
        watch.judge(Self.things([8, 8]), [], matching, rowCount: 10, name: { ("", "T\($0)") }, time: 1)
        #expect(Self.words(watch) == ["1 square enter T1"])
    }
}
