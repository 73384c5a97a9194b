import Testing

@testable import DatabaseSources
@testable import RowValues

struct PostgreSQLColumnTests {
    private func column(_ type: String, _ modifier: Int32 = -1) -> PostgreSQLColumn {
        PostgreSQLColumn(name: "c", type: type, typeTitle: type, modifier: modifier)
    }

    /// Modifiers as PostGIS makes them of geometry(Point, 4326), geometry(PointZ, 3857), geometry(Polygon, 4326) and
    /// geometry(Point).
    @Test(
        arguments: [
            (1_107_460, 4_326, true), (987_398, 3_857, true), (1_107_468, 4_326, false), (4, nil, true),
            (-1, nil, false),
        ] as [(Int32, Int?, Bool)])
    func modifiersTellSystemAndShape(modifier: Int32, system: Int?, isPoint: Bool) {
        #expect(column("geometry", modifier).declaredSRID == system)
        #expect(column("geometry", modifier).isDeclaredPoint == isPoint)
    }

    @Test(arguments: [
        ("int8", "5", FieldValue.Kind.number), ("float8", "NaN", .text), ("float8", "-Infinity", .text),
        ("float8", "-1e-07", .number), ("numeric", "Infinity", .text), ("bool", "t", .boolean),
        ("jsonb", "[1]", .json), ("text", "5", .text), ("date", "2026-01-01", .text),
    ])
    func valuesHaveTheKindOfTheirType(type: String, text: String, kind: FieldValue.Kind) {
        #expect(column(type).engineColumn.value(text).kind == kind)
        #expect(column(type).engineColumn.value(nil) == .missing)
    }
}
