import MapModel
import Testing

@testable import Receivers

@Suite struct GPSDClientTests {
    private static let version =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3}"# + "\r\n"
    private static func tpv(_ device: String = "/dev/a") -> String {
        #"{"class":"TPV","device":""# + device
            + #"","mode":3,"time":"2026-11-21T12:00:00Z","lat":47,"lon":8,"eph":5}"# + "\r\n"
    }

    /// A conversation: keeps what the client says, and the time.
    private struct Talk {
        var client: GPSDClient
        var now = Duration.zero
        var said: [GPSDClient.Output] = []

        init(_ address: GPSDAddress = GPSDAddress()) {
            client = GPSDClient(address)
            said = client.tick(at: now)
        }

        mutating func hear(_ text: String) { said = client.received(Array(text.utf8).span, at: now) }

        mutating func greet() {
            said = client.connected(at: now)
            hear(GPSDClientTests.version)
        }

        /// Lets the time pass up to the next deadline.
        mutating func wait() {
            now = max(now, client.deadline)
            said = client.tick(at: now)
        }

        var statuses: [PositionStatus] {
            said.compactMap { if case .event(.status(let status)) = $0 { status } else { nil } }
        }

        var fixes: [LocationFix] {
            said.compactMap { if case .event(.fix(let fix)) = $0 { fix } else { nil } }
        }

        var sent: [String] {
            said.compactMap {
                if case .send(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil }
            }
        }
    }

    @Test func greetingsLeadToFixes() {
        var talk = Talk()
        #expect(talk.said == [.connect, .event(.status(.connecting))])
        talk.greet()
        #expect(talk.sent == ["?WATCH={\"enable\":true,\"json\":true};\n"])
        #expect(talk.statuses == [.connected("gpsd 3.22")])
        talk.hear(#"{"class":"SKY","device":"/dev/a","nSat":9,"uSat":5}"# + "\n" + Self.tpv())
        #expect(talk.statuses == [.receiving])
        #expect(talk.fixes.map(\.satellitesUsed) == [5] && talk.fixes.map(\.satellitesSeen) == [9])
        #expect(talk.fixes.first?.coordinate == Coordinate(latitude: 47, longitude: 8))
    }

    @Test func oneDeviceIsChosen() throws {
        var talk = Talk(try GPSDAddress("host:99:/dev/a\"b"))
        talk.greet()
        #expect(talk.sent == [#"?WATCH={"enable":true,"json":true,"device":"/dev/a\"b"};"# + "\n"])
        var other = Talk(try GPSDAddress("::/dev/b"))
        other.greet()
        other.hear(Self.tpv("/dev/a") + Self.tpv("/dev/b"))
        #expect(other.fixes.map(\.device) == ["/dev/b"])
    }

    @Test func attemptsComeMoreAndMoreSeldom() {
        var talk = Talk()
        var waits: [Int] = []
        for _ in 0..<8 {
            talk.said = talk.client.closed("refused", at: talk.now)
            if case .lost(_, let seconds)? = talk.statuses.last { waits.append(seconds) }
            #expect(talk.client.deadline == talk.now + .seconds(waits.last ?? 0))
            talk.wait()
            #expect(talk.said == [.connect, .event(.status(.connecting))])
        }
        #expect(waits == [1, 2, 4, 8, 16, 30, 30, 30])
        // A fix is a success; a greeting alone is none.
        talk.greet()
        talk.said = talk.client.closed("gone", at: talk.now)
        #expect(talk.statuses == [.lost(reason: "gone", retrySeconds: 30)])
        talk.wait()
        talk.greet()
        talk.hear(Self.tpv())
        talk.said = talk.client.closed("gone", at: talk.now)
        #expect(talk.statuses == [.lost(reason: "gone", retrySeconds: 1)])
    }

    @Test func noAnswerAndNoGreetingAreGivenUpAfterThreeSeconds() {
        var talk = Talk()
        talk.wait()
        #expect(talk.now == .seconds(3) && talk.said.first == .disconnect)
        talk.wait()
        talk.said = talk.client.connected(at: talk.now)
        let connected = talk.now
        talk.wait()
        #expect(talk.now == connected + .seconds(3) && talk.said.first == .disconnect)
        let reason = "no greeting from localhost:2947 (expected gpsd)"
        #expect(talk.statuses == [.lost(reason: reason, retrySeconds: 2)])
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\nServer: x\r\nContent-Type: y\r\n", "SSH-2.0-OpenSSH_9.2\r\na\r\nb\r\n",
        "\u{15}\u{3}\u{1}\n\n\u{0}\u{2}\n\u{2}\n", "{\"class\":\"PPS\"}\n{\"class\":\"PPS\"}\n{}\n",
    ])
    func otherServersAreNoticed(greeting: String) {
        var talk = Talk()
        talk.said = talk.client.connected(at: talk.now)
        talk.hear(greeting)
        #expect(talk.said.contains(.disconnect))
        guard case .lost(let reason, 1)? = talk.statuses.last else {
            Issue.record("not lost")
            return
        }
        #expect(reason == "unexpected reply from localhost:2947 (expected gpsd)")
        talk.hear(Self.version + Self.tpv())
        #expect(talk.said.isEmpty)
    }

    @Test func silenceIsToldThenAskedThenGivenUp() {
        var talk = Talk()
        talk.greet()
        talk.hear(Self.tpv())
        talk.wait()
        #expect(talk.now == .seconds(5) && talk.statuses == [.silent(seconds: 5)])
        talk.wait()
        #expect(talk.now == .seconds(15) && talk.sent == ["?VERSION;\n"])
        talk.wait()
        #expect(talk.now == .seconds(30) && talk.said.first == .disconnect)
    }

    @Test func aDaemonWithoutReceiversIsNotLeft() {
        var talk = Talk()
        talk.greet()
        for _ in 0..<20 {
            talk.wait()
            #expect(!talk.said.contains(.disconnect))
            if !talk.sent.isEmpty { talk.hear(Self.version) }
        }
        talk.hear(Self.tpv())
        #expect(talk.statuses == [.receiving])
    }

    @Test func badLinesAreDroppedAndCounted() {
        var talk = Talk()
        talk.greet()
        talk.hear("{\"class\":\"TPV\",\"lat\":NaN}\nnonsense\n" + Self.tpv())
        #expect(talk.fixes.count == 1 && talk.client.droppedCount == 2)
        #expect(talk.said.contains(.event(.dropped(2, reasons: "2 malformed or too long"))))
        talk.hear(String(repeating: "x", count: 100_000) + "\n" + Self.tpv())
        #expect(talk.fixes.count == 1 && talk.client.droppedCount == 3)
    }

    @Test func anEndlessLineEndsTheConnection() {
        var talk = Talk()
        talk.greet()
        let piece = String(repeating: "x", count: GPSDClient.endlessLimit / 2)
        for _ in 0..<2 {
            talk.hear(piece)
            #expect(!talk.said.contains(.disconnect))
        }
        talk.hear(piece)
        #expect(talk.said.contains(.disconnect))
    }

    @Test(arguments: [1, 3, 17]) func piecesMakeNoDifference(length: Int) {
        var talk = Talk()
        talk.said = talk.client.connected(at: talk.now)
        var fixes = 0
        let bytes = Array((Self.version + Self.tpv() + Self.tpv()).utf8)
        for start in stride(from: 0, to: bytes.count, by: length) {
            let piece = Array(bytes[start..<min(start + length, bytes.count)])
            talk.said = talk.client.received(piece.span, at: talk.now)
            fixes += talk.fixes.count
        }
        #expect(fixes == 2)
    }

    @Test func addressesAreRead() throws {
        #expect(try GPSDAddress("") == GPSDAddress())
        let whole = try GPSDAddress("gps.example:3000:/dev/ttyUSB0")
        #expect(whole.host == "gps.example" && whole.port == 3000 && whole.device == "/dev/ttyUSB0")
        let six = try GPSDAddress("[::1]:3000")
        #expect(six.host == "::1" && six.port == 3000 && six.description == "[::1]:3000")
        #expect(try GPSDAddress("host").description == "host:2947")
        for text in ["host:x", "host:0", "host:70000", "a b", "[::1]x", "a\u{1B}b"] {
            #expect(throws: GPSDAddressError.self, "\(text)") { try GPSDAddress(text) }
        }
    }
}
