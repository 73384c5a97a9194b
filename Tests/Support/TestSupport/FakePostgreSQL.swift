import Foundation
import Glibc
import Synchronization

/// A server that speaks PostgreSQL's protocol, version 3, and answers as the test says.
///
/// Left alone it is a small honest database: a table `places` of three rows.
package final class FakePostgreSQL: Sendable {
    /// What a statement asks for.
    package enum Kind: String, CaseIterable, Sendable {
        case set, relation, columns, head, types, sample, key, index, summary, rows, clusters, near, matches,
            labels, values
    }

    /// What is said in place of an answer.
    package enum Answer: Sendable {
        case rows(Rows)
        /// Messages before the end of the answer, as they go over the wire.
        case bytes([UInt8])
        /// Messages again and again, without an end, after `start`.
        case endless(start: [UInt8], [UInt8])
        case silence
        case hangUp
    }

    /// Where the server stops to say anything.
    package enum Stage: String, CaseIterable, Sendable {
        case accept, encryption, login, ready, statement, row
    }

    package struct Rows: Sendable {
        package var columns: [Column]
        package var rows: [[[UInt8]?]]

        package init(columns: [Column], rows: [[[UInt8]?]]) {
            self.columns = columns
            self.rows = rows
        }
    }

    package struct Column: Sendable {
        package var name: [UInt8]
        package var type: UInt32
        package var format: UInt16 = 0

        package init(name: String, type: UInt32) {
            self.name = Array(name.utf8)
            self.type = type
        }
    }

    package let port: UInt16
    private let stage: Stage?
    private let login: [UInt8]
    /// So many statements are received before the first of them is answered.
    private let heldCount: Int
    private let answer: @Sendable (Kind, String) -> Answer?
    private let sockets = OpenSockets()
    private let connectionCount = Mutex(0)
    private let cancelled = Mutex(0)

    /// Requests to stop a statement.
    package var cancelRequests: Int { cancelled.withLock { $0 } }

    package var url: String {
        "postgresql://reader:s3cretword@127.0.0.1:\(port)/db?sslmode=\(stage == .encryption ? "require" : "disable")&gssencmode=disable"
    }

    /// - Parameters:
    ///   - silentFrom: says nothing from there on.
    ///   - holding: statements of a connection that come before the first is answered.
    ///   - login: messages between the login and the first statement.
    ///   - answer: nil for the honest one.
    package init(
        silentFrom stage: Stage? = nil, holding: Int = 0, login: [UInt8] = [],
        answer: @escaping @Sendable (Kind, String) -> Answer? = { _, _ in nil }
    ) throws {
        let socket = try LoopbackListener(backlog: 64)
        (port, self.stage, self.login, self.answer) = (socket.port, stage, login, answer)
        heldCount = holding
        socket.serve(sockets) { [weak self] connection in self?.serve(connection) }
    }

    deinit { sockets.shutDownAll() }

    /// Whether somebody comes.
    package func waitForConnection() -> Bool { eventually { connectionCount.withLock { $0 } > 0 } }

    // MARK: - One connection

    private func serve(_ connection: Int32) {
        connectionCount.withLock { $0 += 1 }
        guard stage != .accept, greet(connection) else { return wait(connection) }
        var statement = ""
        var held: [String] = []
        var isHeld = heldCount > 0
        while let (type, body) = message(connection) {
            switch type {
            case UInt8(ascii: "P"): statement = Self.statement(body)
            case UInt8(ascii: "S") where isHeld:
                held.append(statement)
                isHeld = held.count < heldCount
                if !isHeld { for statement in held { _ = respond(to: statement, connection) } }
            case UInt8(ascii: "S"):
                guard stage != .statement, respond(to: statement, connection) else { return wait(connection) }
            case UInt8(ascii: "X"): return
            default: break
            }
        }
    }

    /// Keeps the connection open until the other side ends it.
    private func wait(_ connection: Int32) {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
    }

    /// Requests of encryption are refused, cancel requests counted.
    private func greet(_ connection: Int32) -> Bool {
        while let length = number(connection), length >= 8, let code = number(connection) {
            guard receive(connection, Int(length) - 8) != nil else { return false }
            switch code {
            case 80_877_103, 80_877_104:
                if stage == .encryption { return false }
                send(connection, [UInt8(ascii: "N")])
            case 80_877_102:
                cancelled.withLock { $0 += 1 }
                shutdown(connection, Int32(SHUT_RDWR))
                return false
            default:
                if stage == .login { return false }
                send(connection, Wire.message("R", Wire.int32(0)))
                send(connection, Wire.parameter("server_version", "15.0"))
                send(connection, Wire.parameter("client_encoding", "UTF8"))
                if stage == .ready { return false }
                send(connection, login + Wire.message("K", Wire.int32(1) + Wire.int32(2)) + Wire.ready)
                return true
            }
        }
        return false
    }

    private func respond(to statement: String, _ connection: Int32) -> Bool {
        let kind = Kind(statement)
        switch answer(kind, statement) ?? .rows(kind.honest.limited(by: statement)) {
        case .rows(let rows):
            if stage == .row {
                send(
                    connection,
                    Wire.begin + Wire.description(rows.columns) + rows.rows.prefix(1).flatMap(Wire.row))
                return false
            }
            let body = kind == .set ? [] : Wire.description(rows.columns) + rows.rows.flatMap(Wire.row)
            return send(connection, Wire.begin + body + Wire.end)
        case .bytes(let bytes): return send(connection, bytes)
        case .endless(let start, let bytes):
            send(connection, start)
            let many = Array(repeatElement(bytes, count: max(65_536 / max(bytes.count, 1), 1)).joined())
            while send(connection, many) {}
            return false
        case .silence: return false
        case .hangUp:
            shutdown(connection, Int32(SHUT_RDWR))
            return false
        }
    }

    // MARK: - Bytes

    private static func statement(_ body: [UInt8]) -> String {
        let fields = body.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        return fields.count > 1 ? String(decoding: fields[1], as: UTF8.self) : ""
    }

    private func message(_ connection: Int32) -> (UInt8, [UInt8])? {
        guard let type = receive(connection, 1)?.first, let length = number(connection), length >= 4,
            let body = receive(connection, Int(length) - 4)
        else { return nil }
        return (type, body)
    }

    private func number(_ connection: Int32) -> UInt32? {
        receive(connection, 4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    private func receive(_ connection: Int32, _ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let got = recv(connection, &buffer, min(buffer.count, count - bytes.count), 0)
            guard got > 0 else { return nil }
            bytes += buffer[..<got]
        }
        return bytes
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
