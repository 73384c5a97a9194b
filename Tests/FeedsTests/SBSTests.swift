import Testing

@testable import Feeds

@Suite struct SBSTests {
    private static let head = "MSG,3,1,1,4B1812,1,2026/11/26,14:00:01.500,2026/11/26,14:00:01.500"

    @Test func fieldsOfAllKindsAreKept() {
        let reader = read(
            """
            MSG,1,1,1,4B1812,1,2026/11/26,14:00:00.000,2026/11/26,14:00:00.000,SWR12   ,,,,,,,,,,,0
            \(Self.head),,36000,,,47.91780,9.31960,,,0,0,0,0
            MSG,4,1,1,4B1812,1,2026/11/26,14:00:02.000,2026/11/26,14:00:02.000,,,450,87,,,-640,,,,,0
            MSG,6,1,1,4B1812,1,2026/11/26,14:00:02.500,2026/11/26,14:00:02.500,,,,,,,,7700,0,0,0,-1
            """)
        let expected = [
            "name": "SWR12", "kind": "aircraft", "latitude": "47.9178", "longitude": "9.3196",
            "altitude_m": "10972.8", "speed_mps": "231.5", "course_deg": "87", "climb_mps": "-3.25",
            "squawk": "7700", "on_ground": "true", "time": "2026-11-26T14:00:01.500Z", "messages": "4",
            "state": "live", "source": "feed",
        ]
        for (column, value) in expected { #expect(reader.value(column, of: "4b1812") == value, "\(column)") }
        #expect(reader.register.things[0].emergency == .emergency)
    }

    @Test func addressesThatAreNotThoseOfTheICAOAreMarked() {
        let reader = read(
            position("~2B1814", 0, 47, 8) + position("2B1814", 0, 48, 8)
                + position("4B1815", 1, 47, 9).replacing("MSG,", with: "MLAT,"))
        #expect(reader.ids == ["~2b1814", "2b1814", "4b1815"] && reader.counts.unreadable == 0)
    }

    @Test func cutAndDamagedLinesAreCounted() {
        let reader = read("MSG,3,1,1,4CA\r\nMSG,3,1,1,ABCDEF,1,2026/11/26,14:00:garb\r\n,,0,0,0,0\r\n")
        #expect(reader.ids.isEmpty && reader.counts.unreadable == 3)
    }

    @Test func twoMessagesInOneLineAreTwo() {
        let reader = read(
            position("4B1812", 0, 47, 8).dropLast(2) + position("4B1813", 0, 48, 8))
        #expect(reader.ids == ["4b1812", "4b1813"] && reader.value("latitude", of: "4b1812") == "47")
    }

    @Test func wordsInPlaceOfNumbersAreNone() {
        let reader = read("\(Self.head),,NaN,inf,x,47.9,9.3,,,0,0,0,0\n\(Self.head),,,,,91,9.3,,,0,0,0,0\n")
        #expect(
            reader.value("altitude_m", of: "4b1812") == "" && reader.value("latitude", of: "4b1812") == "47.9"
        )
        #expect(reader.register.refused.count(of: .noCoordinate) == 1)
    }
}
