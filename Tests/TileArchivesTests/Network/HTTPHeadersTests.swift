import Testing

@testable import Network
@testable import TileArchives

@Suite struct HTTPHeadersTests {
    private func headers(_ text: String) -> HTTPHeaders { HTTPHeaders(Array(text.utf8)) }

    @Test func findsFieldsInAnyCase() {
        let headers = headers("HTTP/1.1 200 OK\r\nETAG:\t\"a:b\" \r\nlast-Modified: x\r\n\r\n")
        #expect(headers["etag"] == "\"a:b\"")
        #expect(headers["last-modified"] == "x")
        #expect(headers["expires"] == nil)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
        ("Tue, 31 Dec 2024 00:00:00 GMT", 1_735_603_200),
    ]) func readsDates(text: String, seconds: Int) {
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Non 1994 08:49:37 GMT",
        "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
    ]) func readsNoOtherDates(text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }

    @Test func freshnessIsTheAgeBeforeTheDate() {
        let date = "Expires: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        #expect(headers("Cache-Control: public, Max-Age=60\r\n\(date)").freshSeconds(at: 0) == 60)
        #expect(headers(date).freshSeconds(at: 784_111_770) == 7)
        #expect(headers(date).freshSeconds(at: 784_111_780) == 0)
        #expect(headers("Cache-Control: max-age=-9").freshSeconds(at: 0) == 0)
        #expect(headers("Cache-Control: max-age=99999999999999999999").freshSeconds(at: 0) == nil)
        #expect(headers("Expires: 0").freshSeconds(at: 0) == nil)
        #expect(headers("").freshSeconds(at: 0) == nil)
    }

    @Test func storingMayBeForbidden() {
        #expect(headers("Cache-Control: private,no-store").forbidsStoring)
        #expect(!headers("Cache-Control: no-cache").forbidsStoring)
    }

    @Test func retryIsANumberOrADate() {
        #expect(headers("Retry-After: 7").retrySeconds(at: 0) == 7)
        #expect(headers("Retry-After: Sun, 06 Nov 1994 08:49:37 GMT").retrySeconds(at: 784_111_770) == 7)
        #expect(headers("Retry-After: -7").retrySeconds(at: 0) == 0)
        #expect(headers("Retry-After: soon").retrySeconds(at: 0) == nil)
    }

    @Test(arguments: [
        "bytes 0-", "bytes -5/10", "bytes 0-9", "items 0-9/10", "bytes 9-0/10",
        "bytes 0-9223372036854775807/1", "bytes */10", "bytes 0-9/1/2",
    ]) func refusesOtherPlaces(text: String) {
        #expect(headers("Content-Range: \(text)").contentRange == nil)
    }

    @Test func readsThePlace() {
        let place = headers("Content-Range: bytes 10-19/100").contentRange
        #expect(place?.range == 10..<20)
        #expect(place?.total == 100)
        #expect(headers("Content-Range: bytes 0-0/*").contentRange?.total == nil)
    }

    @Test(arguments: ["ä", "\u{7F}", "", String(repeating: "a", count: 300)])
    func keepsNoTagThatCannotBeSentBack(tag: String) {
        let version = HTTPResponse(status: 200, headers: headers("ETag: \(tag)é"), body: []).version
        #expect(version.tag == nil)
    }
}
