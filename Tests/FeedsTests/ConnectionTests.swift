import Foundation
import Glibc
import Rows
import Streams
import Synchronization
import TestSupport
import Testing

@testable import Feeds

@Suite(.tags(.startsPrograms)) struct ConnectionTests {
    @Test(arguments: [
        ("tcp://pi:30003", "pi", 30003), ("tcp://[::1]:5", "::1", 5), ("TCP://a.b-c:65535", "a.b-c", 65535),
    ])
    func addressesNameAHostAndAPort(_ text: String, _ host: String, _ port: Int) throws {
        let address = try FeedAddress(text)
        #expect(address.host == host && Int(address.port) == port)
    }

    @Test(arguments: ["tcp://pi", "tcp://:1", "tcp://pi:0", "tcp://pi:x", "tcp://pi:65536", "tcp://p i:1"])
    func otherTextsAreNoAddresses(_ text: String) {
        #expect(throws: SourceError.self) { try FeedAddress(text) }
    }

    @Test(arguments: ["tcp://0.0.0.0:30003", "tcp://[::]:1"])
    func nothingIsListenedTo(_ text: String) {
        do throws(SourceError) {
            _ = try FeedAddress(text)
            Issue.record("an address")
        } catch {
            #expect(error.description.contains("never listens"))
        }
    }

    @Test func aServerThatRefusesIsSaidAtOnce() throws {
        let listener = try LoopbackListener(backlog: 1)
        close(listener.descriptor)
        let text = "tcp://127.0.0.1:\(listener.port)"
        do throws(SourceError) {
            _ = try ServerFeed(FeedAddress(text), sending: nil)
            Issue.record("a connection")
        } catch {
            #expect(error.description == "\(text): connection refused; is the decoder running?")
        }
    }

    @Test func aLostConnectionIsMadeAgainAndThingsStay() async throws {
        let listener = try LoopbackListener(backlog: 4)
        let heard = Mutex<[String]>([])
        let greeted = Mutex(0)
        let server = Thread {
            for number in 0..<2 {
                let connection = accept(listener.descriptor, nil, nil)
                var buffer = [UInt8](repeating: 0, count: 100)
                let count = recv(connection, &buffer, 100, 0)
                if String(decoding: buffer[..<max(count, 0)], as: UTF8.self) == "user x\r\n" {
                    greeted.withLock { $0 += 1 }
                }
                let line = Array((position("4B181\(number)", 0, 47, 8) + "MSG,3,1,1,4B").utf8)
                send(connection, line, line.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }
        }
        server.start()
        let feed = try ServerFeed(FeedAddress("tcp://127.0.0.1:\(listener.port)"), sending: "user x")
        let isDone = Mutex(false)
        let statuses = Mutex<[String]>([])
        let reading = Thread {
            var options = FeedOptions()
            options.partInterval = .milliseconds(20)
            _ = try? FeedLoader([feed], options: options).read(isCancelled: { isDone.withLock { $0 } }) {
                part in
                guard let table = part.part?.table as? ThingTable else { return }
                heard.withLock { $0 = table.things.map(\.id) }
                if let words = table.state.connections.first { statuses.withLock { $0.append(words) } }
            }
        }
        reading.start()
        #expect(await eventually { heard.withLock { $0 } == ["4b1810", "4b1811"] })
        isDone.withLock { $0 = true }
        #expect(greeted.withLock { $0 } == 2)
        #expect(
            statuses.withLock { $0 }.contains { $0.contains("closed the connection; trying again in 1 s") })
        close(listener.descriptor)
    }

    @Test(
        arguments: [
            ("{\n  \"type\": \"FeatureCollection\",\n  \"features\": []\n}\n", #""{ "type": "Feat"#),
            ("[1, 2]\n", #""[1, 2]""#), ("<html>\nNot found\n", #""<html> Not found""#),
            (#"{"now":1795701600.5,"messages":0,"aircraft":[]}"#, nil), ("[]\n", nil), ("", nil),
            (#"{"now":1795701600.5,"mess"#, nil),
            (#"[{"_type":"location","tid":"AB","lat":47.37,"lon":8.77,"tst":1795701600}]"#, nil),
            (position("4B1812", 0, 47, 8), nil),
        ] as [(String, String?)])
    func aDocumentThatIsNoFeedIsRefusedAtOnce(text: String, start: String?) throws {
        let file = try TemporaryFile(Array(text.utf8), extension: "json")
        do throws(SourceError) {
            _ = try PolledFeed(
                file.path, every: .seconds(1), version: "1", refusal: FeedDetection.refusal)
            #expect(start == nil)
        } catch {
            let words = "\(file.path): is no feed: it begins with \(start ?? "-")"
            #expect(error.description.hasPrefix(words), "\(error)")
            #expect(error.description.contains("expected aircraft.json"))
        }
    }

    @Test func documentsAreReadAgainAndCutOnesKeepTheOneBefore() async throws {
        @Sendable func document(_ latitude: Int) -> String {
            #"{"now":\#(Int(Date().timeIntervalSince1970)),"aircraft":[{"hex":"4b1812","lat":\#(latitude),"lon":8}]}"#
        }
        let counter = Mutex(0)
        let server = try FakeHTTPServer { request in
            let number = counter.withLock { count in
                defer { count += 1 }
                return count
            }
            if number % 2 == 1, request.headers["if-none-match"] != nil { return .reply(304) }
            let text = number < 6 ? document(47) : String(document(48).dropLast(3))
            return .reply(200, ["ETag": "\"\(number)\""], Array(text.utf8))
        }
        let feed = try PolledFeed(
            server.url + "/aircraft.json", every: .milliseconds(100), version: "1", refusal: { _ in nil })
        let isDone = Mutex(false)
        let found = Mutex<(latitude: Double?, cut: Int)>((nil, 0))
        let reading = Thread {
            var options = FeedOptions()
            options.partInterval = .milliseconds(20)
            _ = try? FeedLoader([feed], options: options).read(isCancelled: { isDone.withLock { $0 } }) {
                part in
                guard let table = part.part?.table as? ThingTable else { return }
                found.withLock {
                    $0 = (table.things.first?.place?.coordinate.latitude, table.state.counts.cut)
                }
            }
        }
        reading.start()
        #expect(await eventually { found.withLock { $0.cut } > 0 })
        #expect(found.withLock { $0.latitude } == 47)
        isDone.withLock { $0 = true }
    }
}
