import MapModel
import TestSupport
import Testing

@testable import TileArchives

@Suite struct TileMetadataTests {
    private func metadata(_ json: String) -> TileMetadata { TileMetadata(json: Array(json.utf8)) }

    @Test func aTileJSONIsRead() {
        let found = metadata(
            #"""
            {"tilejson": "3.0.0", "name": "x", "minzoom": 3, "maxzoom": 14, "scheme": "tms", "format": "PBF",
             "bounds": [7.4, 43.7, 7.5, 43.8], "tiles": ["https://a/{z}/{x}/{y}.pbf", 5, {"no": []}],
             "center": [1, 2, 3], "attribution": "<b>\u00a9 Me</b>",
             "vector_layers": [{"id": "roads", "fields": {"id": "no"}}, 7, {"name": "x"}, {"id": "water"}]}
            """#)
        #expect(found.layers == ["roads", "water"])
        #expect(found.attribution == "© Me")
        #expect(found.zooms == 3...14)
        #expect(found.bounds == GeoBounds(south: 43.7, west: 7.4, north: 43.8, east: 7.5))
        #expect(found.tiles == ["https://a/{z}/{x}/{y}.pbf", "5"])
        #expect(found.isTMS && found.format == "pbf")
    }

    @Test func numbersMayBeTexts() {
        let found = metadata(#"{"minzoom":"0","maxzoom":"14.0","bounds":" 1, 2 ,3,4"}"#)
        #expect(found.zooms == 0...14)
        #expect(found.bounds == GeoBounds(south: 2, west: 1, north: 4, east: 3))
    }

    @Test func layersMayBeInTheStatistics() {
        let found = metadata(
            #"{"tilestats":{"layerCount":2,"layers":[{"layer":"earth","count":1},{"layer":"roads"}]}}"#)
        #expect(found.layers == ["earth", "roads"])
        #expect(
            metadata(#"{"vector_layers":[{"id":"a"}],"tilestats":{"layers":[{"layer":"b"}]}}"#).layers == [
                "a"
            ])
    }

    @Test(
        arguments: [
            "", "[]", "7", "{", "{]", #"{"a""#, #"{"vector_layers": 7}"#, #"{"vector_layers": {"id": "x"}}"#,
            #"{"tiles": "x"}"#, #"{"tilestats": []}"#, #"{"minzoom": -1, "maxzoom": 31}"#,
            #"{"minzoom": 1e400, "maxzoom": NaN}"#, #"{"minzoom": 5, "maxzoom": 4}"#,
            #"{"bounds": [1, 2, 3]}"#,
            #"{"bounds": [-180, -85.06, 180, 85.06]}"#, #"{"bounds": [1, 2, NaN, 4]}"#,
            #"{"bounds": [1, 4, 3, 2]}"#,
            #"{"attribution": ["x"]}"#,
        ])
    func whatMakesNoSenseIsLeftOut(json: String) {
        let found = metadata(json)
        #expect(
            found.layers.isEmpty && found.attribution.isEmpty && found.zooms == nil && found.bounds == nil)
        #expect(found.tiles.isEmpty)
    }

    @Test func whatComesBeforeAFaultCounts() {
        #expect(metadata(#"{"attribution":"me","minzoom":"#).attribution == "me")
        let nested = String(repeating: "[", count: 100_000)
        #expect(metadata(#"{"attribution":"me","x":\#(nested)"#).attribution == "me")
        #expect(metadata(#"{"attribution":"me","vector_layers":[{"id":\#(nested)"#).attribution == "me")
    }

    @Test func listsAndNamesAreLimited() {
        let layers = Array(
            repeating: #"{"id":"\#(String(repeating: "x", count: 1_000))\u001b"}"#, count: 1_000)
        let found = metadata(#"{"vector_layers":[\#(layers.joined(separator: ","))]}"#)
        #expect(found.layers.count == 500)
        #expect(found.layers.allSatisfy { $0.count <= 101 && isOneLine($0) })
    }

    @Test func mutationsDoNotTrap() {
        let json = Array(
            #"{"minzoom":0,"maxzoom":14,"bounds":[1,2,3,4],"vector_layers":[{"id":"a\u00e9"}],"tilestats":{"layers":[{"layer":"b"}]},"attribution":"<a href='x'>&copy; me</a>"}"#
                .utf8)
        for seed in UInt64(0)..<2_000 {
            var random = SeededRandom(seed)
            let found = TileMetadata(json: json.mutated(&random, upTo: json.count))
            #expect(found.attribution.isEmpty || isOneLine(found.attribution), "seed \(seed)")
        }
    }
}
