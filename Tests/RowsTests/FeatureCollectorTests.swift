import MapModel
import Testing

@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import Streams

@Suite struct FeatureCollectorTests {
    private func sketch(_ kind: GeometrySketch.Kind, _ places: [FixedCoordinate]) -> GeometrySketch {
        var sketch = GeometrySketch()
        sketch.begin(kind)
        for place in places { sketch.append(place) }
        return sketch
    }

    private let here = FixedCoordinate(latitudeE7: 470_000_000, longitudeE7: 80_000_000)
    private let there = FixedCoordinate(latitudeE7: 480_000_000, longitudeE7: 90_000_000)

    private func collected(_ options: FeatureOptions = FeatureOptions()) -> FeatureCollector {
        var collector = FeatureCollector(name: "test", options: options)
        for (name, value) in [("Aarau", "1"), ("Bern", "2"), ("Chur", "3"), ("Davos", "4")] {
            collector.values.append(collector.values.column("key"), .number, value)
            collector.values.append(collector.values.column("name"), .text, name)
            switch name {
            case "Aarau": collector.take(sketch(.point, [here]), line: 1)
            case "Bern": collector.take(sketch(.line, [there, here]), line: 2)
            case "Chur": collector.skip(.badGeometry, line: 3, what: "geometry", text: Array("{}".utf8))
            default: collector.take(GeometrySketch(), line: nil)
            }
        }
        return collector
    }

    @Test func rowsAreShownOrSkipped() throws {
        let loaded = try collected().loaded()
        #expect(loaded.points.count == 2 && loaded.shapes.count == 1 && loaded.table.recordCount == 4)
        #expect(loaded.skipped.count(of: .badGeometry) == 1 && loaded.skipped.count(of: .noGeometry) == 1)
        #expect(loaded.skipped.examples.map(\.line) == [3, 4])
    }

    @Test func labelAndIDAreFoundByName() throws {
        let roles = try collected().loaded().table.roles
        #expect(roles == ColumnRoles(label: 1, id: 0, searched: [1, 0]))
    }

    @Test func whatTheUserSaysComesFirst() throws {
        let options = FeatureOptions(columns: ColumnOptions(label: "KEY", id: "name"))
        let roles = try collected(options).loaded().table.roles
        #expect(roles.label == 0 && roles.id == 1)
    }

    @Test func aColumnThatIsNotThereIsRefusedAtTheEndOnly() throws {
        let collector = collected(FeatureOptions(columns: ColumnOptions(id: "nothing")))
        #expect(collector.part().points.count == 2)
        #expect(
            throws: SourceError.columns(
                .noSuchColumn(flag: "--id", asked: "nothing", found: ["key", "name"]), file: "test")
        ) { try collector.loaded() }
    }

    @Test func placesAtZeroZeroAreSaid() throws {
        var collector = FeatureCollector(name: "test", options: FeatureOptions())
        collector.take(sketch(.point, [FixedCoordinate(latitudeE7: 0, longitudeE7: 0)]), line: 1)
        #expect(try collector.loaded().notices == ["test: 1 row shown at 0, 0"])
    }
}
