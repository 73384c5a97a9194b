import MapModel
import Rows
import Testing

@testable import Feeds

@Suite struct ThingRegisterTests {
    @Test func aPlaceOutOfReachIsRefusedUntilThreeAgree() {
        let near = position("4B1812", 0, 47, 8)
        let far = (1...3).map { position("4B1812", Double($0), 20, 8) }
        let one = read(near + far[0] + position("4B1812", 2, 47.001, 8))
        #expect(one.value("latitude", of: "4b1812") == "47.001")
        #expect(one.register.refused.count(of: .tooFast) == 1 && one.register.things[0].jumpCount == 0)
        let three = read(near + far.joined())
        #expect(three.value("latitude", of: "4b1812") == "20" && three.register.things[0].jumpCount == 1)
    }

    @Test func olderPlacesAndPlacesAtZeroAreRefused() {
        let reader = read(
            position("4B1812", 10, 47, 8) + position("4B1812", 5, 47.001, 8) + position("4B1813", 10, 0, 0))
        #expect(
            reader.value("latitude", of: "4b1812") == "47" && reader.value("latitude", of: "4b1813") == "")
        #expect(reader.register.refused.count(of: .outOfOrder) == 1)
        #expect(reader.register.refused.count(of: .nullIsland) == 1)
    }

    @Test func theShortWayOver180DegreesIsNoJump() {
        let reader = read(position("4B1812", 0, 47, 179.99) + position("4B1812", 5, 47, -179.99))
        #expect(reader.value("longitude", of: "4b1812") == "-179.99" && reader.register.refused.total == 0)
    }

    @Test func thingsFallSilentAndAreGone() {
        var states: [String] = []
        let reader = read(position("4B1812", 0, 47, 8) + position("4B1813", 20, 47, 8))
        reader.sweep(isForced: true) { number, _, state, _ in states.append("\(number) \(state.name)") }
        #expect(reader.value("state", of: "4b1812") == "silent" && states == ["0 silent"])
        reader.feed(Array(position("4B1813", 61, 47, 8).utf8), from: 0, received: 0)
        reader.sweep(isForced: true) { number, _, state, _ in states.append("\(number) \(state.name)") }
        #expect(states.suffix(1) == ["0 gone"] && reader.register.things[0].place == nil)
        reader.feed(Array(position("4B1812", 62, 10, 8).utf8), from: 0, received: 0)
        #expect(
            reader.value("state", of: "4b1812") == "live" && reader.value("latitude", of: "4b1812") == "10")
    }

    @Test func theLongestSilentAreForgottenWhenThereAreTooMany() {
        var text = ""
        for number in 0..<50 { text += position("4B10\(10 + number)", Double(number), 47, 8) }
        let reader = read(text, limit: 20)
        #expect(Set(reader.ids) == Set((30..<50).map { "4b10\(10 + $0)" }))
        #expect(reader.register.forgottenCount == 30)
    }

    @Test func anIdOfTwoSourcesIsOneThingUnlessTheyDisagree() {
        let reader = FeedReader([("a", .recorded), ("b", .recorded)], ThingTimeChoice())
        func feed(_ source: Int, _ seconds: Double, _ latitude: Double) {
            reader.feed(Array(position("4B1812", seconds, latitude, 8).utf8), from: source, received: 0)
        }
        feed(0, 0, 47)
        feed(1, 1, 47.001)
        feed(0, 0.5, 47)
        #expect(reader.ids == ["4b1812"] && reader.value("latitude", of: "4b1812") == "47.001")
        #expect(reader.register.refused.total == 0)
        for second in 2..<8 {
            feed(1, Double(second), 47.002)
            feed(0, Double(second), 20)
        }
        #expect(reader.ids == ["4b1812", "4b1812 (2)"])
        #expect(Set(["4b1812", "4b1812 (2)"].map { reader.value("latitude", of: $0) }) == ["47.002", "20"])
    }

    @Test func oneTimeFarAheadDoesNotMakeTheOthersOld() {
        let late = position("4B1813", 1, 47, 8).replacing("2026/11/26", with: "2031/01/01")
        let reader = read(position("4B1812", 0, 47, 8) + late + position("4B1812", 2, 47, 8))
        reader.sweep(isForced: true) { _, _, _, _ in }
        #expect(reader.value("state", of: "4b1812") == "live")
    }

    @Test func aThingTakesFewBytes() {
        #expect(MemoryLayout<HeardThing>.stride + 2 * 2 * 12 <= 400)
    }
}
