import CellGraphics
import Testing

@testable import App

@Suite struct FieldLayoutTests {
    /// Two members of one object differ at their ends.
    @Test func namesWithDotsKeepTheirEnds() {
        let fields = ["_source.location.lat", "_source.location.lon", "a name without any dots"].map {
            PanelField(name: $0, value: "1")
        }
        let area = CellRect(column: 0, row: 0, width: 40, height: 20)
        for (isASCII, names) in [
            (false, ["….lat", "….lon", "a name with…"]), (true, ["~.lat", "~.lon", "a name with~"]),
        ] {
            let layout = FieldLayout(fields, in: area, isSidePanel: true, isASCII: isASCII)
            #expect(layout.columns[0].map(\.key.text) == names)
        }
    }

    /// Names of JSON are as long as anyone likes.
    @Test func namesOfManyDotsAreLaidOutAtOnce() {
        let fields = [PanelField(name: String(repeating: ".", count: 300_000), value: "1")]
        let layout = FieldLayout(
            fields, in: CellRect(column: 0, row: 0, width: 40, height: 20), isSidePanel: true, isASCII: false)
        #expect(layout.columns[0].count == 1)
    }

    /// Names that end alike are not to look alike.
    @Test func namesThatEndAlikeShowWhereTheyBegin() {
        let fields = ["names.primary", "categories.primary", "address.locality"].map {
            PanelField(name: $0, value: "1")
        }
        let area = CellRect(column: 0, row: 0, width: 40, height: 20)
        let layout = FieldLayout(fields, in: area, isSidePanel: true, isASCII: false)
        #expect(layout.columns[0].map(\.key.text) == ["nam….primary", "cat….primary", "….locality"])
    }
}
