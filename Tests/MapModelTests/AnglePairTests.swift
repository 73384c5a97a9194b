import Testing

@testable import MapModel

/// Pairs of angles in one text, in other wrappings than brackets.
struct AnglePairTests {
    private func place(_ text: String, longitudeFirst: Bool = false) -> [Double]? {
        Array(text.utf8).withUnsafeBufferPointer { AnglePair($0) }
            .map { $0.degrees(longitudeFirst: longitudeFirst) }
            .map { [Double($0.north) / 1e7, Double($0.east) / 1e7] }
    }

    @Test(arguments: [
        "47.37, 8.54, 420", "47.37,8.54,420.5", "47.37 8.54 420", "47.37; 8.54; 420 m", "47.37, 8.54, -12.5m",
        "47.37, 8.54, 1378 ft", "47.37 8.54 420.5 4.9", "47.37 8.54 0 0", "(47.37, 8.54, 420)",
        "47.37N, 8.54E, 420", "8.54E 47.37N 420 m", "  47.37 , 8.54 , 420  ",
    ]) func heightsAreLeftOut(text: String) {
        #expect(place(text) == [47.37, 8.54])
    }

    @Test(arguments: [
        "33° 30' Süd, 3° 30' Öst", "33,5 SÜD 3,5 Est", "33.5 Sur, 3.5 Este", "3.5 öst 33.5 söder",
        "33°30'Sud 3°30'Ost",
    ]) func wordsForHemispheresAreRead(text: String) {
        #expect(place(text) == [-33.5, 3.5])
    }

    @Test func theOrderIsThatOfPairs() {
        #expect(place("8.54, 47.37, 420", longitudeFirst: true) == [47.37, 8.54])
    }

    /// Whole numbers are dates and colours; four with commas, or of which the last two are greater, are the edges of a box.
    @Test(arguments: [
        "3, 4, 2020", "47, 8, 420", "47.37, 8, 420", "8.1,47.1,8.9,47.9", "8.1 47.1 8.9 47.9",
        "47.37, 8.54, north",
        "47.37, 8.54, 420 km", "47.37, 8.54, 2026-03-29", "47.37,8.54,", "1.2.3", "33°51'S 151°12'E 7",
        "47.37, 8.54, 1, 2, 3",
    ]) func othersAreNoPlaceWithAHeight(text: String) {
        #expect(place(text) == nil)
    }

    @Test(arguments: [
        "https://www.google.com/maps/@47.37,8.54,15z", "https://www.google.com/maps?q=47.37,8.54",
        "https://maps.google.com/maps?q=loc:47.37,8.54&z=12", "https://maps.google.com/?ll=47.37%2C8.54",
        "https://www.google.com/maps/place/X/@1.5,2.5,17z/data=!3m1!8m2!3d47.37!4d8.54",
        "https://www.google.com/maps/search/?api=1&query=47.37%2C8.54",
        "https://www.google.com/maps/search/47.37,8.54",
        "https://www.google.com/maps/search/47.37,+8.54?hl=de",
        "https://www.google.com/maps/place/47.37%2C8.54/@1.5,2.5,17z",
        "https://www.openstreetmap.org/#map=15/47.37/8.54",
        "https://www.openstreetmap.org/?mlat=47.37&mlon=8.54",
        "https://www.openstreetmap.org/?mlat=47.37&mlon=8.54#map=5/1.5/2.5",
        "HTTP://osm.org/?lat=47.37&lon=8.54&zoom=3",
        "https://www.bing.com/maps?cp=47.37~8.54&lvl=11", "https://maps.apple.com/?ll=47.37,8.54&q=X",
        "geo:47.37,8.54", "geo:47.37,8.54;u=35", "geo:47.37,8.54,420",
    ]) func linksToMapsArePlaces(text: String) {
        #expect(place(text) == [47.37, 8.54])
        #expect(place(text, longitudeFirst: true) == [47.37, 8.54])
    }

    @Test(arguments: [
        "https://example.com/shops/12", "https://example.com/?q=Bern",
        "https://www.google.com/maps/place/Bern",
        "https://example.com/a?b=47.37,8.54",
    ]) func otherLinksAreNone(text: String) {
        #expect(place(text) == nil)
    }

    /// Addresses within addresses end.
    @Test func nestedLinksAreNone() {
        #expect(place(String(repeating: "https://a.b/?q=", count: 250) + "47.37,8.54") == nil)
    }
}
