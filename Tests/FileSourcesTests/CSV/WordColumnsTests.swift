import TestSupport
import Testing

@testable import FileSources
@testable import RowValues

@Suite struct WordColumnsTests {
    @Test(arguments: [
        ("Zürich", true), ("東京", true), ("LSZH", true), ("00AK", true), ("12 rue X", true), ("May", true),
        ("Station 5 May", true), ("", false), ("12", false), ("-1.5", false), ("1,5", false), ("1e-7", false),
        ("47°22'N", false), ("2024-05-01", false), ("2024-05-01T10:00:00Z", false), ("1 May 2024", false),
        ("Tue May 1 2024", false), ("true", false), ("No", false), ("https://a.b/c", false),
        ("www.a.b", false),
        ("America/Chicago", false), ("POINT (1 2)", false), ("+41 44 123", false), ("10:30", false),
        ("?", false), ("Kilimanjaro Airport", true), ("seaplane_base-closed", true),
        ("Multilinestring (1 2)", false), ("Antarctica/Vostok", false), ("1234567890.123", false),
    ])
    func wordsAreToldFromOtherValues(value: String, expected: Bool) {
        #expect(WordColumns(sample: ColumnSample(records: [[Array(value.utf8)]])).isSearched(0) == expected)
    }

    @Test func mostValuesThatAreThereDecide() {
        let values = ["A", "", "", "7", "B"].map { [Array($0.utf8)] }
        #expect(WordColumns(sample: ColumnSample(records: values)).isSearched(0))
    }

    @Test func searchedColumnsAreSaidWithTheOthers() throws {
        let text =
            "\"icao\",\"iata\",\"name\",\"city\",\"elevation\",\"lat\",\"lon\",\"tz\"\n"
            + "\"LSZH\",\"ZRH\",\"Zurich Airport\",\"Zurich\",1416,47.4647,8.5492,\"Europe/Zurich\"\n"
        let file = try TemporaryFile(text)
        let lines = try CSVLoader(path: file.path).explainColumns()
        #expect(lines.contains("searched: name, icao, iata, city"))
    }
}
