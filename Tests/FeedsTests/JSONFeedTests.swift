import Testing

@testable import Feeds

@Suite struct JSONFeedTests {
    private static let aircraft =
        #"{"hex":"4b1812","flight":"SWR12   ","alt_baro":36000,"gs":452.3,"track":87.2,"baro_rate":64,"squawk":"3051","lat":47.9,"lon":9.3,"seen_pos":0.4,"seen":0.1,"rssi":-21.3}"#

    @Test(arguments: ["", "\n", " \r\n\t"])
    func aDocumentOfReadsbIsRead(_ gap: String) {
        let text =
            "{\(gap)\"now\":1795701600.5,\(gap)\"messages\":9,\(gap)\"aircraft\":[\(gap)\(Self.aircraft)\(gap),{\"hex\":\"~abc123\",\"alt_baro\":\"ground\"}\(gap)]}"
        let reader = read(text + text)
        #expect(reader.ids == ["4b1812", "~abc123"])
        #expect(reader.value("name", of: "4b1812") == "SWR12")
        #expect(reader.value("speed_mps", of: "4b1812") == "232.68")
        #expect(reader.value("time", of: "4b1812") == "2026-11-26T14:00:00.100Z")
        #expect(reader.value("on_ground", of: "~abc123") == "true")
        #expect(reader.counts.unused == 0)
    }

    @Test func aPlaceThatIsRepeatedIsNoNewOne() {
        func document(_ now: Double, _ seen: Double) -> String {
            #"{"now":\#(now),"aircraft":[{"hex":"4b1812","lat":47.9,"lon":9.3,"seen_pos":\#(seen),"seen":\#(seen)}]}"#
        }
        let reader = read(document(1_795_701_600, 0.4) + document(1_795_701_610, 10.3))
        #expect(reader.value("time", of: "4b1812") == "2026-11-26T13:59:59.600Z")
        #expect(reader.register.things[0].heard == 1_795_701_599_700)
    }

    /// Servers that share receptions call the list `ac`, and count milliseconds.
    @Test func aDocumentOfASharedServerIsRead() {
        let text =
            #"{"ac":[{"hex":"4b1812","flight":"SWR12 ","lat":47.9,"lon":9.3,"seen_pos":0.4,"seen":0.4}],"msg":"No error","now":1795701600500,"total":1}"#
        #expect(FeedDetection.isFeed(Array(text.utf8)))
        let reader = read(text + "\n")
        #expect(reader.ids == ["4b1812"] && reader.value("name", of: "4b1812") == "SWR12")
        #expect(reader.value("time", of: "4b1812") == "2026-11-26T14:00:00.100Z")
    }

    @Test func aDocumentThatIsCutIsGivenUpAndTheNextRead() {
        let whole = #"{"now":1795701600,"aircraft":[{"hex":"4b1812","lat":1,"lon":2}]}"#
        for length in stride(from: 3, to: whole.utf8.count - 1, by: 1) {
            let reader = read(String(whole.prefix(length)) + "\n" + whole + "\n")
            #expect(reader.ids == ["4b1812"], "cut after \(length)")
            #expect(reader.counts.unused == 1, "cut after \(length)")
        }
    }

    @Test func phonesHaveTheIdentityOfTheirTopic() {
        let location =
            #"{"_type":"location","tid":"AB","lat":47.37,"lon":8.77,"tst":1795701600,"acc":21,"vel":36,"cog":256,"batt":80"#
        let reader = read(
            """
            \(location),"topic":"owntracks/anna/phone"}
            owntracks/ben/phone \(location)}
            \(location)}
            {"_type":"lwt","tst":1,"topic":"owntracks/anna/phone"}
            {"tst":"x","topic":"owntracks/carl/phone","qos":0,"payload":"{\\"_type\\":\\"location\\",\\"lat\\":1,\\"lon\\":2,\\"tst\\":1795701600}"}
            """)
        #expect(reader.ids == ["anna/phone", "ben/phone", "AB", "carl/phone"])
        #expect(reader.value("speed_mps", of: "anna/phone") == "10")
        #expect(reader.value("accuracy_m", of: "anna/phone") == "21")
        #expect(reader.value("messages", of: "anna/phone") == "2")
        #expect(reader.value("latitude", of: "carl/phone") == "1")
    }

    @Test func aPhoneWithoutANameIsShown() {
        let reader = read(#"{"_type":"location","lat":46.948,"lon":7.4474,"tst":1700000000}"# + "\n")
        #expect(reader.ids == ["phone"] && reader.value("latitude", of: "phone") == "46.948")
    }

    @Test func nodesOfAMeshAreRead() {
        let reader = read(
            """
            {"from":2130575366,"type":"position","timestamp":1795701600,"payload":{"latitude_i":473690000,"longitude_i":85390000,"altitude":498,"ground_speed":1,"ground_track":27494973,"time":1795701599,"precision_bits":13}}
            msh/EU/2/json/x {"from":2130575366,"type":"nodeinfo","timestamp":1795701601,"payload":{"longname":"Node 6","shortname":"N6"}}
            {"from":2130575366,"type":"telemetry","timestamp":1795701602,"payload":{"battery_level":81}}
            {"from":2130575366,"type":"position","timestamp":1795701603,"payload":{"latitude_i":0,"longitude_i":0}}
            """)
        let id = "!7efe0006"
        #expect(reader.ids == [id])
        #expect(reader.value("name", of: id) == "Node 6" && reader.value("battery", of: id) == "81")
        #expect(reader.value("latitude", of: id) == "47.369" && reader.value("course_deg", of: id) == "274.9")
        #expect(reader.value("accuracy_m", of: id) == "2915")
        #expect(reader.value("time", of: id) == "2026-11-26T13:59:59.000Z")
    }

    @Test func listsOfMessagesAreRead() {
        let reader = read(
            #"[{"hex":"4b1812","lat":1.5,"lon":2.5,"seen":1,"altitude":1000,"messages":3},{"_type":"location","tid":"A","lat":1,"lon":2,"tst":1795701600}]"#
        )
        #expect(reader.ids == ["4b1812", "A"] && reader.value("altitude_m", of: "4b1812") == "304.8")
    }

    @Test func numbersMayBeTexts() {
        let reader = read(
            #"{"_type":"location","tid":"A","lat":"47.5","lon":"8.5","tst":"1795701600","alt":NaN}"#)
        #expect(reader.value("latitude", of: "A") == "47.5" && reader.value("altitude_m", of: "A") == "")
    }

    @Test func aPlaceThatIsOldStandsByItself() {
        let reader = read(
            """
            {"now":1795701600,"messages":1,"aircraft":[{"hex":"4b1815","seen":3,"lastPosition":\
            {"lat":47.5,"lon":8.1,"nic":8,"rc":186,"seen_pos":62.5}},{"hex":"4b1816","seen":3,"lastPosition":null}]}
            """)
        #expect(reader.value("latitude", of: "4b1815") == "47.5")
        #expect(reader.value("time", of: "4b1815") == "2026-11-26T13:58:57.500Z")
        #expect(reader.value("latitude", of: "4b1816") == "" && reader.counts.unused == 0)
    }

    @Test func aListBehindATopicIsReadWhole() {
        let reader = read(
            """
            owntracks/carl/phone [{"_type":"location","lat":47.4,"lon":8.8,"tst":1795701601}, \
            {"_type":"location","lat":47.41,"lon":8.81,"tst":1795701631}]
            """)
        #expect(reader.ids == ["carl/phone"] && reader.counts.read == 2)
        #expect(reader.value("latitude", of: "carl/phone") == "47.41")
    }
}
