/// The words of OpenMapTiles, Protomaps, Shortbread and OpenStreetMap, and the classes they stand for.
///
/// One table for all schemas: the layer says whether a feature is a line, an area or a name, the word says the class.
enum ClassWords {
    static let lines: [String: LineClass] = table([
        .motorway: "motorway highway freeway",
        .major: "trunk primary major_road",
        .medium: "secondary tertiary medium_road",
        .minor: """
        residential unclassified minor street minor_road living_street busway bus_guideway street_limited road raceway
        """,
        .service: "service",
        .pedestrian: "pedestrian",
        .path: "footway path cycleway steps track bridleway other corridor",
        .rail: "rail major_rail light_rail narrow_gauge transit",
        .tram: "tram subway monorail funicular minor_rail",
        .ferry: "ferry",
        .runway: "runway",
        .taxiway: "taxiway aeroway",
    ])

    static let areas: [String: AreaClass] = table([
        .park: """
        park garden grass village_green recreation_ground golf_course cemetery grave_yard pitch playground
        nature_reserve protected_area national_park stadium dog_park allotments common zoo miniature_golf attraction
        theme_park sports_centre
        """,
        .wood: "wood forest orchard vineyard scrub",
        .field: "farmland meadow grassland heath crop farm farmyard",
        .sand: "sand beach bare_rock scree rock dune",
        .plaza: "pedestrian pier",
        .industrial: """
        industrial railway commercial retail aerodrome airfield apron runway harbour port parking quarry
        """,
    ])

    static let waterways: [String: LineClass] = table([
        .river: "river canal", .stream: "stream ditch drain stream_intermittent",
    ])

    static let settlements: [String: Settlement] = table([
        .city: "city", .town: "town", .suburb: "suburb borough", .village: "village", .quarter: "quarter",
        .neighbourhood: "neighbourhood", .hamlet: "hamlet",
    ])

    /// Words so general that a second tag says more.
    static let general: Set<String> = [
        "major_road", "medium_road", "minor_road", "highway", "rail", "path", "other", "aeroway", "minor",
        "transit",
    ]

    private static func table<Class: Hashable>(_ words: [Class: String]) -> [String: Class] {
        var table: [String: Class] = [:]
        for (kind, list) in words {
            for word in list.split(whereSeparator: \.isWhitespace) { table[String(word)] = kind }
        }
        return table
    }
}
