import MapModel
import Streams
import TestSupport
import Testing

@testable import DataSets
@testable import MapSources
@testable import Rows

/// Which sets there are, and what they are called.
@Suite struct AreaSetsTests {
    @Test(arguments: [
        ("districts.geojson", "districts"), ("/a/b.c/districts.geojson.gz", "districts"), ("plain", "plain"),
        (".hidden", "hidden"), ("/", "/"),
    ])
    func setsAreCalledAsTheirFiles(path: String, name: String) {
        #expect(AreaSet.name(ofPath: path) == name)
    }

    private struct Source: AreaSource {
        let name: String
        let kind: AreaSet.Kind
        func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet {
            AreaSet(
                name: name, kind: kind, geometry: AreaGeometry(), names: [], codes: [],
                table: EmptyTable(name: name))
        }
    }

    @Test func namedSetsComeBeforeLayersAndThoseBeforeShippedOnes() throws {
        let sets = AreaSets([
            Source(name: "wards", kind: .file), Source(name: "countries", kind: .shipped),
        ])
        #expect(sets.standard == "wards" && sets.doubt == nil)
        sets.show([Source(name: "a", kind: .layer), Source(name: "b", kind: .layer)], [])
        #expect(sets.outlines.map(\.name) == ["wards", "a", "b", "countries"])
        let layers = AreaSets([Source(name: "countries", kind: .shipped)])
        layers.show([Source(name: "a", kind: .layer), Source(name: "b", kind: .layer)], [])
        #expect(layers.standard == "a")
        #expect(layers.doubt == "2 layers have areas: rows are counted in a (or --areas b)")
    }

    @Test func eachSetIsReadOnceUntilItsFileIsReadAgain() throws {
        let sets = AreaSets([Source(name: "countries", kind: .shipped), Source(name: "wards", kind: .file)])
        let first = try sets.shapes("wards").reading
        #expect(try sets.shapes("wards").reading == first)
        let shipped = try sets.set("countries").reading
        sets.forgetFiles()
        #expect(try sets.shapes("wards").reading != first)
        #expect(try sets.set("countries").reading == shipped)
    }

    @Test func unknownAndEqualNamesAreRefused() {
        let sets = AreaSets([Source(name: "districts", kind: .file)])
        sets.show([Source(name: "a", kind: .layer), Source(name: "a", kind: .layer)], [])
        func words(_ name: String) -> String {
            do throws(SourceError) {
                _ = try sets.set(name)
                return ""
            } catch {
                return error.words
            }
        }
        #expect(words("distrikts") == "no areas distrikts: districts?")
        #expect(words("a") == "two sets are called a: a=FILE")
        #expect(words("districts") == "districts has no areas (no places)")
    }
}
