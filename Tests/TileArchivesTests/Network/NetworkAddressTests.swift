import Testing

@testable import Network
@testable import TileArchives

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("https://tiles.example/a/b.pmtiles", "tiles.example", "https://tiles.example/a/b.pmtiles"),
        ("HTTPS://Tiles.Example:8443/A?b=c#d", "tiles.example:8443", "https://tiles.example:8443/A"),
        ("http://ann:p@ss@[::1]:80/x", "[::1]:80", "http://[::1]:80/x"),
        ("https://secretkey@tiles.example", "tiles.example", "https://tiles.example"),
        ("https://tiles.example?key=1", "tiles.example", "https://tiles.example"),
    ]) func showsHostAndPathOnly(text: String, host: String, name: String) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.host == host)
        #expect(address.name == name)
        #expect(address.secret == text)
    }

    @Test(arguments: [
        "", "tiles.example/a", "ftp://tiles.example/", "file:///etc/passwd", "https://", "https:///a",
        "https://:80/a", "https://ann@/a", "https://tiles.example/a b", "https://tiles.example/\n",
        "https://tiles.example/\u{0}", "https://tiles.example\\@evil.example/", "https:tiles.example",
        "https://me:pa/ss@tiles.example/", "https://me:pa?ss@tiles.example/",
    ]) func refusesWhatIsNoAddress(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test func itsNameCanBePrinted() throws {
        let address = try #require(NetworkAddress("https://a/\u{202E}\u{9B}31m.pmtiles"))
        #expect(address.name == "https://a/\u{FFFD}\u{FFFD}31m.pmtiles")
        let long = try #require(
            NetworkAddress("https://a/" + String(repeating: "a", count: 1_000) + ".PMTiles?a=b"))
        #expect(long.ending == "pmtiles")
    }

    @Test func refusesLongAddresses() {
        #expect(NetworkAddress("https://a/" + String(repeating: "a", count: 9_000)) == nil)
    }

    @Test(arguments: [
        "?key=s3cret", "?access_token=s3cret", "?apikey=s3cret&z=1", "?API-Key=s3cret", "?%6Bey=s3cret",
        "?X-Amz-Signature=s3cret", "?sig=s3cret", "#s3cret", "?password=s3cret",
    ]) func printsNoSecret(query: String) throws {
        let address = try #require(NetworkAddress("https://me:s3cret@tiles.example/{z}/{x}/{y}.mvt\(query)"))
        var dumped = ""
        dump(address, to: &dumped)
        for text in [
            address.name, address.host, address.key, "\(address)", String(reflecting: address), dumped,
        ] {
            #expect(!text.contains("s3cret"))
        }
    }

    @Test(arguments: [
        ("https://tiles.example/a", "https://tiles.example/a"),
        ("https://tiles.example:80/{y}@2x.mvt", "https://tiles.example:80/{y}@2x.mvt"),
        ("https://me:pw@tiles.example/a", "https://*****@tiles.example/a"),
        ("https://key@tiles.example/a?b=c&&d&e=f=g", "https://***@tiles.example/a?b=*&&d&e=***"),
        ("https://me:p/w@tiles.example/a", "https://******@tiles.example/a"),
        ("https://me:p?a=w@tiles.example/a", "https://********@tiles.example/a"),
        ("https://a?key=x@y#token=z", "https://a?key=***********"),
        ("https://[::1]/a@b", "https://[::1]/a@b"),
        ("tiles.example?a=b", "tiles.example?a=b"),
    ]) func knowsWhatToHide(text: String, shown: String) {
        var bytes = Array(text.utf8)
        for offset in TileServers.secretRanges(in: bytes).joined() { bytes[offset] = UInt8(ascii: "*") }
        #expect(String(decoding: bytes, as: UTF8.self) == shown)
    }

    @Test func distinguishesWhatIsStoredByOtherOptions() throws {
        let first = try #require(NetworkAddress("https://a/x?layer=1&key=k"))
        let second = try #require(NetworkAddress("https://a/x?layer=2&key=k"))
        let same = try #require(NetworkAddress("https://ann:pw@a/x?layer=1&key=other"))
        #expect(first.key != second.key)
        #expect(first.key == same.key)
    }

    @Test(arguments: [
        ("https://a/b/tiles.json", "https://c/{z}", "https://c/{z}"),
        ("https://a/b/tiles.json", "/{z}?key=1", "https://a/{z}?key=1"),
        ("https://a/b/tiles.json?x=/y/", "{z}/{x}", "https://a/b/{z}/{x}"),
        ("https://a", "{z}", "https://a/{z}"),
        ("http://u:p@a/b", "http://a/{z}", "http://u:p@a/{z}"),
        ("http://u:p@a/b", "//a/{z}", "http://a/{z}"),
        ("http://u:p@a/b", "http://c/{z}", "http://c/{z}"),
        ("https://u:p@a/b", "http://a/{z}", "http://a/{z}"),
        ("https://u:p@a/b", "https://v:q@a/{z}", "https://v:q@a/{z}"),
    ]) func resolvesWhatADocumentNames(base: String, reference: String, result: String) throws {
        #expect(try #require(NetworkAddress(base)).resolving(reference)?.secret == result)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://a/", "https:///", "a b"])
    func resolvesNothingElse(reference: String) throws {
        #expect(try #require(NetworkAddress("https://a/b")).resolving(reference) == nil)
    }
}
