import Foundation
import TestSupport
import Testing

@testable import Network
@testable import TileArchives

/// `openssl s_server` with a certificate of its own; `/redirect` leads to `target`.
private final class SecureServer {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    let port: Int
    let certificate: String
    private let folder: CacheFolder
    private let process: Process

    /// - Parameter names: those that the certificate is for, such as `IP:127.0.0.1`.
    init(names: String, target: String = "") throws {
        let folder = CacheFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        certificate = folder.path + "/certificate.pem"
        let request = Self.openssl([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=tiles.example",
            "-addext", "subjectAltName=\(names)", "-keyout", folder.path + "/key.pem", "-out", certificate,
        ])
        try request.run()
        request.waitUntilExit()
        try #require(request.terminationStatus == 0)
        // The files are whole answers.
        for (name, head) in [("tile", "200 OK"), ("redirect", "302 Found\r\nLocation: \(target)")] {
            try Data("HTTP/1.0 \(head)\r\n\r\n".utf8).write(
                to: URL(fileURLWithPath: folder.path + "/" + name))
        }
        process = Self.openssl([
            "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", folder.path + "/key.pem",
            "-HTTP",
        ])
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = Pipe()
        try process.run()
        self.folder = folder
        // "ACCEPT 127.0.0.1:43210"
        var text = ""
        while !text.hasSuffix("\n") || !text.contains("ACCEPT") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the server has ended")
            text += String(decoding: more, as: UTF8.self)
        }
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("ACCEPT") })
        port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    }

    // It inherits the signals that a thread of the tests blocks: SIGTERM would wait for ever.
    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func openssl(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        return process
    }

    /// Status 200, or why there is no answer.
    func outcome(isTrusted: Bool, path: String = "/tile") throws -> String {
        var limits = HTTPLimits()
        if isTrusted { limits.certificates = certificate }
        let address = try #require(NetworkAddress("https://127.0.0.1:\(port)\(path)"))
        do throws(HTTPFault) {
            let response = try HTTPClient(version: "1", limits: limits)
                .response(to: HTTPRequest(address)) { false }
            return "\(response.status)"
        } catch {
            return error.words
        }
    }
}

@Suite(.tags(.startsPrograms), .enabled(if: SecureServer.isInstalled, "certificates: no openssl"))
struct TileServerCertificateTests {
    @Test func acceptsATrustedCertificateOfTheHost() throws {
        #expect(try SecureServer(names: "IP:127.0.0.1").outcome(isTrusted: true) == "200")
    }

    @Test func refusesOneThatNobodyTrusts() throws {
        let words = try SecureServer(names: "IP:127.0.0.1").outcome(isTrusted: false)
        #expect(words == "the certificate is not trusted")
    }

    @Test func refusesThatOfAnotherHost() throws {
        let words = try SecureServer(names: "DNS:other.example").outcome(isTrusted: true)
        #expect(words == "the certificate is not valid for this host")
    }

    @Test func doesNotLeaveEncryption() throws {
        let plain = try FakeHTTPServer { _ in .reply(200) }
        let server = try SecureServer(names: "IP:127.0.0.1", target: plain.url)
        #expect(try server.outcome(isTrusted: true, path: "/redirect").contains("not allowed"))
        #expect(plain.requests.isEmpty)
    }

    @Test func followsARedirectToAnotherEncryptedAddress() throws {
        let first = try SecureServer(names: "IP:127.0.0.1", target: "/tile")
        #expect(try first.outcome(isTrusted: true, path: "/redirect") == "200")
    }

    @Test(arguments: [
        (9, "not valid yet"), (10, "has expired"), (0, "not valid for this host"), (18, "not trusted"),
    ])
    func saysWhatIsWrong(code: Int, words: String) {
        #expect(HTTPFault.code(60, code).words.hasSuffix(words))
    }
}
