import Foundation
import Glibc
import Synchronization

/// A server that speaks HTTP/1.1 on the loopback interface and answers as the test says.
package final class FakeHTTPServer: Sendable {
    package struct Request: Sendable {
        /// The path with its query.
        package var path: String
        /// By names in lower case.
        package var headers: [String: String]
        /// What was sent by POST.
        package var body: [UInt8]
        /// The number of the connection, from 0.
        package var connection: Int

        /// `bytes=0-99`, as half-open offsets.
        package var range: Range<Int>? {
            let ends = (headers["range"] ?? "").dropFirst("bytes=".count).split(separator: "-")
            guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]) else { return nil }
            return first..<last + 1
        }
    }

    package enum Answer: Sendable {
        case reply(Int, [String: String] = [:], [UInt8] = [])
        /// As it goes over the wire; the connection ends afterwards.
        case raw([UInt8])
        /// A byte every so many milliseconds after the beginning, without an end.
        case trickle([UInt8], milliseconds: UInt32)
        /// The beginning, then nothing more.
        case silence([UInt8])
    }

    package let port: UInt16
    private let answer: @Sendable (Request) -> Answer
    private let sockets = OpenSockets()
    private let seen = Mutex<[Request]>([])
    private let connections = Mutex(0)

    /// All requests so far.
    package var requests: [Request] { seen.withLock { $0 } }

    package var url: String { "http://127.0.0.1:\(port)" }

    package init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        let socket = try LoopbackListener(backlog: 64)
        (port, self.answer) = (socket.port, answer)
        socket.serve(sockets) { [weak self] connection in self?.serve(connection) }
    }

    deinit { sockets.shutDownAll() }

    // MARK: - One connection

    private func serve(_ connection: Int32) {
        let number = connections.withLock { count in
            defer { count += 1 }
            return count
        }
        while let request = request(connection, number) {
            seen.withLock { $0.append(request) }
            switch answer(request) {
            case .reply(let status, let headers, let body):
                guard send(connection, Self.message(status, headers, body)) else { return }
            case .raw(let bytes):
                send(connection, bytes)
                return
            case .trickle(let start, let milliseconds):
                send(connection, start)
                while send(connection, [0x20]) { usleep(milliseconds * 1_000) }
                return
            case .silence(let start):
                send(connection, start)
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
                return
            }
        }
    }

    /// An answer as it goes over the wire.
    package static func message(_ status: Int, _ headers: [String: String], _ body: [UInt8]) -> [UInt8] {
        var fields = headers
        if status != 204, status != 304, fields["Content-Length"] == nil {
            fields["Content-Length"] = String(body.count)
        }
        let lines = ["HTTP/1.1 \(status) Status"] + fields.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    private func request(_ connection: Int32, _ number: Int) -> Request? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard head.count < 65_536, recv(connection, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[colon...].dropFirst().trimmingCharacters(
                in: .whitespaces)
        }
        var body: [UInt8] = []
        while body.count < headers["content-length"].flatMap(Int.init) ?? 0 {
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            body.append(byte)
        }
        return Request(path: String(words[1]), headers: headers, body: body, connection: number)
    }

    @discardableResult
    private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }
}

extension FakeHTTPServer.Request {
    /// What an honest server of a file answers: conditions and ranges are respected.
    package func answer(file: [UInt8], tag: String?) -> FakeHTTPServer.Answer {
        let headers = tag.map { ["ETag": $0] } ?? [:]
        if let required = self.headers["if-match"], required != tag { return .reply(412) }
        if let known = self.headers["if-none-match"], known == tag { return .reply(304, headers) }
        guard let range else { return .reply(200, headers, file) }
        guard range.lowerBound < file.count else {
            return .reply(416, ["Content-Range": "bytes */\(file.count)"])
        }
        let part = range.clamped(to: 0..<file.count)
        let place = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.count)"
        return .reply(206, headers.merging(["Content-Range": place]) { $1 }, Array(file[part]))
    }
}
