import Testing

@testable import Streets

@Suite struct FeatureWordsTests {
    @Test(
        arguments: [
            ("water", ["kind": "river"], "river"), ("water", [:], "water"), ("ocean", [:], "sea"),
            ("waterway", ["class": "stream"], "stream"),
            ("water", ["class": "lake", "intermittent": "0"], "lake"),
            ("transportation", ["class": "minor", "subclass": "residential"], "residential street"),
            ("transportation", ["class": "primary", "ramp": "1"], "primary road"),
            ("streets", ["kind": "motorway_link"], "motorway link"),
            ("roads", ["kind": "major_road", "kind_detail": "secondary"], "secondary road"),
            ("roads", ["kind": "path", "kind_detail": "footway"], "footpath"),
            ("roads", ["pmap:kind": "minor_road"], "minor road"),
            ("transportation_name", ["class": "mystery"], "mystery"),
            ("buildings", ["kind": "building"], "building"), ("building", ["class": "yes"], "building"),
            ("landuse", ["class": "residential"], "residential area"), ("landuse", ["kind": "park"], "park"),
            ("poi", ["class": "lodging", "subclass": "guest_house"], "guest house"),
            ("pois", ["kind": "shop", "shop": "jewelry"], "jewelry shop"),
            ("pois", ["shop": "bakery"], "bakery"),
            ("pois", ["kind": "place_of_worship"], "place of worship"),
            ("poi", ["class": "railway", "subclass": "station"], "railway station"),
            ("places", ["kind": "locality", "kind_detail": "city"], "city"),
            ("mountain_peak", [:], "mountain peak"),
        ] as [(String, [String: String], String)])
    func featuresAreCalledWhatPeopleCallThem(layer: String, tags: [String: String], words: String) {
        let attributes = tags.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
        #expect(FeatureWords.words(layer: layer, attributes) == words)
    }
}
