import TestSupport
import Testing

@testable import Network
@testable import TileArchives

@Suite(.tags(.startsPrograms)) struct TileServerRedirectTests {
    @Test func followsFiveRedirects() throws {
        let response = try outcome(of: "/5") { request in
            let left = Int(request.path.dropFirst()) ?? 0
            return left == 0
                ? .reply(200, [:], [9]) : .reply(302, ["Location": "/\(left - 1)", "ETag": "\"old\""])
        }.get()
        #expect(response.body == [9])
        // The headers are those of the last answer.
        #expect(response.version.tag == nil)
    }

    @Test func followsNoSixth() throws {
        let result = try outcome(of: "/6") { request in
            let left = Int(request.path.dropFirst()) ?? 0
            return left == 0 ? .reply(200, [:], [9]) : .reply(302, ["Location": "/\(left - 1)"])
        }
        #expect(fault(of: result)?.words == "too many redirects")
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/a", "dict://127.0.0.1/a",
    ])
    func followsNoRedirectToOtherProtocols(target: String) throws {
        let fault = try #require(fault(of: try outcome { _ in .reply(302, ["Location": target]) }))
        #expect(fault == .forbiddenRedirect)
        #expect(fault.words.contains("not allowed"))
    }

    /// Another port is another server, of this machine or of any other.
    @Test(arguments: [
        nil, "http://127.0.0.1/", "http://169.254.169.254/latest", "//localhost/", "http://[::1]/",
    ])
    func followsNoRedirectToAnotherHost(target: String?) throws {
        let other = try FakeHTTPServer { _ in .reply(200) }
        let server = try FakeHTTPServer { _ in .reply(302, ["Location": target ?? other.url]) }
        let address = try #require(NetworkAddress("http://ann:pw@127.0.0.1:\(server.port)/"))
        let fault = #expect(throws: HTTPFault.self) {
            try HTTPClient(version: "1").response(to: HTTPRequest(address)) { false }
        }
        #expect(fault?.words.hasPrefix("redirects to another host, ") == true)
        #expect(fault?.words.hasSuffix("which is not followed (use its address)") == true)
        #expect(server.requests.count == 1 && other.requests.isEmpty)
    }

    @Test func theUserStaysOnTheSameHost() throws {
        let server = try FakeHTTPServer { request in
            request.path == "/" ? .reply(302, ["Location": "/next"]) : .reply(200)
        }
        let address = try #require(NetworkAddress("http://ann:pw@127.0.0.1:\(server.port)/"))
        _ = try HTTPClient(version: "1").response(to: HTTPRequest(address)) { false }
        #expect(server.requests.map { $0.headers["authorization"] != nil } == [true, true])
    }
}
