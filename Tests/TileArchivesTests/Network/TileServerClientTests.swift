import Dispatch
import Glibc
import Platform
import Streams
import Synchronization
import TestSupport
import Testing

@testable import Network
@testable import RowTestSupport
@testable import TileArchives

/// Short limits, so that no test waits.
private func quickLimits() -> HTTPLimits {
    var limits = HTTPLimits()
    limits.bytes = 1_000
    limits.connect = .milliseconds(400)
    limits.total = .milliseconds(400)
    return limits
}

/// The fault of one request, or the answer's status.
func outcome(
    of path: String = "/", range: Range<Int>? = nil, limits: HTTPLimits = HTTPLimits(),
    _ answer: @escaping @Sendable (FakeHTTPServer.Request) -> FakeHTTPServer.Answer
) throws -> Result<HTTPResponse, HTTPFault> {
    let server = try FakeHTTPServer(answer)
    let address = try #require(NetworkAddress(server.url + path))
    let client = HTTPClient(version: "1.2", limits: limits)
    do throws(HTTPFault) {
        return .success(try client.response(to: HTTPRequest(address, range: range)) { false })
    } catch {
        return .failure(error)
    }
}

func fault(of result: Result<HTTPResponse, HTTPFault>) -> HTTPFault? {
    if case .failure(let fault) = result { return fault }
    return nil
}

@Suite(.tags(.startsPrograms)) struct TileServerClientTests {
    @Test func givesStatusHeaderAndBody() throws {
        let response = try outcome { _ in .reply(200, ["ETag": "\"a\""], [1, 2, 3]) }.get()
        #expect(response.status == 200)
        #expect(response.body == [1, 2, 3])
        #expect(response.version.tag == "\"a\"")
    }

    @Test(arguments: [204, 404, 429, 500]) func givesOtherStatuses(status: Int) throws {
        #expect(try outcome { _ in .reply(status) }.get().status == status)
    }

    @Test func saysWhoItIsAndNothingElse() throws {
        let server = try FakeHTTPServer { _ in .reply(200, ["Set-Cookie": "a=b"]) }
        let address = try #require(NetworkAddress(server.url))
        let client = HTTPClient(version: "1.2")
        for _ in 0..<2 { _ = try client.response(to: HTTPRequest(address)) { false } }
        let request = try #require(server.requests.last)
        #expect(request.headers["user-agent"] == "termmap/1.2 (map viewer for terminals)")
        #expect(Set(request.headers.keys) == ["host", "user-agent", "accept", "accept-encoding"])
        #expect(request.headers["accept-encoding"] == "gzip")
    }

    @Test(arguments: [0, 10, 3_000_000]) func sendsABodyWithFields(count: Int) throws {
        let server = try FakeHTTPServer { .reply(200, [:], $0.body) }
        let address = try #require(NetworkAddress(server.url))
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let request = try #require(
            HTTPRequest(posting: body, to: address, fields: ["X-User": "a: b", "X-Key": ""]))
        let response = try HTTPClient(version: "1").response(to: request) { false }
        #expect(response.body == body)
        let headers = try #require(server.requests.first?.headers)
        #expect(headers["x-user"] == "a: b")
        #expect(headers["x-key"]?.isEmpty == true)
        #expect(headers["expect"] == nil)
    }

    @Test(arguments: ["a\r\nX-Other: b", "a\nb", "a\0b"]) func refusesFieldsOfTwoLines(value: String) throws {
        let address = try #require(NetworkAddress("http://127.0.0.1/"))
        #expect(HTTPRequest(posting: [], to: address, fields: ["X-User": value]) == nil)
    }

    @Test func sendsUserAndPasswordOfTheAddress() throws {
        let server = try FakeHTTPServer { _ in .reply(200) }
        let address = try #require(NetworkAddress("http://ann:pw@127.0.0.1:\(server.port)/"))
        _ = try HTTPClient(version: "1").response(to: HTTPRequest(address)) { false }
        #expect(server.requests.first?.headers["authorization"] == "Basic YW5uOnB3")
    }

    @Test func keepsConnections() throws {
        let server = try FakeHTTPServer { _ in .reply(200, [:], [1]) }
        let client = HTTPClient(version: "1")
        for index in 0..<4 {
            let address = try #require(NetworkAddress(server.url + "/\(index)"))
            _ = try client.response(to: HTTPRequest(address)) { false }
        }
        #expect(server.requests.map(\.path) == ["/0", "/1", "/2", "/3"])
        #expect(Set(server.requests.map(\.connection)) == [0])
    }

    @Test func answersManyThreadsAtOnce() throws {
        let server = try FakeHTTPServer { .reply(200, [:], Array($0.path.utf8)) }
        let client = HTTPClient(version: "1")
        let right = Mutex(0)
        let url = server.url
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for index in 0..<25 {
                guard let address = NetworkAddress("\(url)/\(thread)/\(index)") else { return }
                let response = try? client.response(to: HTTPRequest(address)) { false }
                if response?.body == Array("/\(thread)/\(index)".utf8) { right.withLock { $0 += 1 } }
            }
        }
        #expect(right.withLock { $0 } == 200)
        // Connections pass from request to request.
        #expect(Set(server.requests.map(\.connection)).count < 100)
    }

    @Test func decompressesAndLimitsWhatComesOut() throws {
        // 100,000 zeros, gzipped.
        let bomb = Packing.gzip.pack([UInt8](repeating: 0, count: 100_000))
        #expect(bomb.count < 1_000)
        let answer = FakeHTTPServer.Answer.reply(200, ["Content-Encoding": "gzip"], bomb)
        #expect(try outcome { _ in answer }.get().body.count == 100_000)
        #expect(fault(of: try outcome(limits: quickLimits()) { _ in answer }) == .tooLarge)
    }

    // MARK: - Ranges

    @Test func getsARange() throws {
        let file = (0..<100).map { UInt8($0) }
        let response = try outcome(range: 10..<20) { $0.answer(file: file, tag: nil) }.get()
        #expect(response.body == Array(10..<20))
        #expect(response.version.totalBytes == 100)
    }

    @Test func getsTheRestWhereTheFileEndsBefore() throws {
        let response = try outcome(range: 90..<120) {
            $0.answer(file: .init(repeating: 7, count: 100), tag: nil)
        }
        .get()
        #expect(response.body.count == 10)
    }

    @Test func doesNotReadAFileInPlaceOfARange() throws {
        // It would never end.
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n".utf8)
        #expect(
            fault(of: try outcome(range: 0..<10) { _ in .trickle(head + [1], milliseconds: 1) }) == .noRanges)
        #expect(fault(of: try outcome(range: 0..<10) { _ in .reply(200) }) == .wrongRange)
    }

    @Test(arguments: [
        "bytes 11-20/100", "bytes 10-19", "bytes 10-29/100", "bytes 10-18/100", "", "bytes 5-1/2",
    ])
    func refusesAnotherRange(place: String) throws {
        let body = [UInt8](repeating: 1, count: 10)
        let result = try outcome(range: 10..<20) { _ in .reply(206, ["Content-Range": place], body) }
        #expect(fault(of: result) == .wrongRange)
    }

    @Test func refusesMoreThanTheRange() throws {
        let body = [UInt8](repeating: 1, count: 11)
        let result = try outcome(range: 0..<10) { _ in .reply(206, ["Content-Range": "bytes 0-10/100"], body)
        }
        #expect(fault(of: result) == .tooLarge)
    }

    // MARK: - Servers that misbehave

    @Test func limitsTheBytes() throws {
        let body = [UInt8](repeating: 1, count: 1_001)
        #expect(fault(of: try outcome(limits: quickLimits()) { _ in .reply(200, [:], body) }) == .tooLarge)
        #expect(
            try outcome(limits: quickLimits()) { _ in .reply(200, [:], body.dropLast()) }.get().status == 200)
    }

    @Test func limitsTheHeader() throws {
        let line = "X-Long: " + String(repeating: "a", count: 60_000) + "\r\n"
        let head = Array(("HTTP/1.1 200 OK\r\n" + line + line + "\r\n").utf8)
        #expect(fault(of: try outcome { _ in .raw(head) }) == .tooLarge)
    }

    @Test func noticesAnAnswerThatIsCutOff() throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345".utf8)
        let fault = try #require(fault(of: try outcome { _ in .raw(head) }))
        #expect(fault == .code(18, 0))
        #expect(fault.words == "the connection was cut off")
    }

    @Test func readsNoMoreThanTheLengthSays() throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n12345".utf8)
        #expect(try outcome { _ in .raw(head) }.get().body == Array("123".utf8))
    }

    @Test(arguments: [[], Array("\u{1}\u{2}\r\n\r\n".utf8), Array("hello\r\n\r\n".utf8)])
    func refusesWhatIsNotHTTP(bytes: [UInt8]) throws {
        let fault = try #require(fault(of: try outcome { _ in .raw(bytes) }))
        #expect(fault.isOfHost)
    }

    @Test(arguments: [
        FakeHTTPServer.Answer.silence([]),
        .silence(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1".utf8)),
        .trickle(Array("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n".utf8), milliseconds: 20),
    ]) func limitsTheTime(answer: FakeHTTPServer.Answer) throws {
        let fault = try #require(fault(of: try outcome(limits: quickLimits()) { _ in answer }))
        #expect(fault == .code(28, 0))
        #expect(fault.words == "not answering")
    }

    @Test func givesUpATrickle() throws {
        var limits = HTTPLimits()
        limits.stalled = .seconds(1)
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n".utf8)
        let server = try FakeHTTPServer { _ in .trickle(head, milliseconds: 20) }
        let address = try #require(NetworkAddress(server.url))
        // Long before the limit of all requests.
        let end = MonotonicClock.now + .seconds(20)
        #expect(throws: HTTPFault.code(28, 0)) {
            _ = try HTTPClient(version: "1", limits: limits).response(to: HTTPRequest(address)) {
                MonotonicClock.now > end
            }
        }
    }

    @Test func looksOftenWhetherItIsCancelled() throws {
        let server = try FakeHTTPServer { _ in .silence([]) }
        let address = try #require(NetworkAddress(server.url))
        var limits = HTTPLimits()
        // In that time it must have looked so often: twenty times a second, less what a busy machine takes.
        limits.total = .seconds(10)
        var looks = 0
        #expect(throws: HTTPFault.cancelled) {
            _ = try HTTPClient(version: "1", limits: limits).response(to: HTTPRequest(address)) {
                looks += server.requests.isEmpty ? 0 : 1
                return looks > 20
            }
        }
    }

    @Test func saysThatNobodyListens() throws {
        let port = try FakeHTTPServer { _ in .reply(200) }.port
        let address = try #require(NetworkAddress("http://127.0.0.1:\(port)"))
        let client = HTTPClient(version: "1")
        // The server ends with its last reference, its listener a moment later.
        let isRefused = eventually {
            do throws(HTTPFault) {
                _ = try client.response(to: HTTPRequest(address)) { false }
            } catch {
                return error == .code(7, 0)
            }
            return false
        }
        #expect(isRefused)
    }
}
