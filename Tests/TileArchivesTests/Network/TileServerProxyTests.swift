import Glibc
import TestSupport
import Testing

@testable import Network
@testable import TileArchives

@Suite(.tags(.startsPrograms)) struct TileServerProxyTests {
    @Test(arguments: [(407, "asks for a password (407)"), (403, "refuses the connection (403)")])
    func usesTheProxyOfTheEnvironment(status: Int, words: String) throws {
        let proxy = try FakeHTTPServer { _ in .reply(status) }
        setenv("HTTPS_PROXY", proxy.url, 1)
        defer { unsetenv("HTTPS_PROXY") }
        let address = try #require(NetworkAddress("https://tiles.invalid/a"))
        do throws(HTTPFault) {
            _ = try HTTPClient(version: "1").response(to: HTTPRequest(address)) { false }
            Issue.record("there is no such host")
        } catch {
            #expect(error == .proxy(status))
            #expect(error.words == "the proxy " + words)
        }
        #expect(proxy.requests.map(\.path) == ["tiles.invalid:443"])
    }
}
