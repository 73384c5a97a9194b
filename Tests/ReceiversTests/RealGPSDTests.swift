import Foundation
import Glibc
import MapModel
import TestSupport
import Testing

@testable import Receivers

/// A real gpsd, as nobody and for some seconds, fed by a receiver that we play.
@Suite(.tags(.startsPrograms), .timeLimit(.minutes(10)))
struct RealGPSDTests {
    static let daemon = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The latitude of an epoch.
    private static func latitudeE8(_ index: Int) -> Int64 {
        let minutes = 7 + Double(100 + index) / 10_000
        return Int64(((48 + minutes / 60) * 1e8).rounded())
    }

    /// A port of the loopback that was free a moment ago.
    private static func freePort() throws -> UInt16 {
        let server = try ScriptedServer([])
        defer { server.stop() }
        return server.port
    }

    /// Starts gpsd without rights of root; it ends by itself after five minutes.
    private static func start(_ daemon: String, port: UInt16, receiver: UInt16) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        let unprivileged =
            geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        process.arguments =
            ["300"] + unprivileged + [daemon, "-N", "-n", "-S", "\(port)", "tcp://127.0.0.1:\(receiver)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    @Test(.enabled(if: daemon != nil, "no gpsd")) func fixesOfARealDaemonAreThoseOfItsReceiver() async throws
    {
        let daemon = try #require(Self.daemon)
        // As fast as the daemon takes them: an epoch each tenth of a second.
        let epochs = (0..<600).map { index -> String in
            let time = "12\(10 + index / 50)\(10 + index % 50)"
            let place = "4807.0\(100 + index),N,01131.0\(100 + index),E"
            return NMEAReaderTests.sentence("GPGGA,\(time).00,\(place),1,08,0.9,545.4,M,46.9,M,,")
                + NMEAReaderTests.sentence("GPRMC,\(time).00,A,\(place),000.5,054.7,211126,,,A")
        }
        let receiver = try ScriptedServer([epochs.flatMap { [.send($0), .pause] }])
        defer { receiver.stop() }
        var address = GPSDAddress()
        address.host = "127.0.0.1"
        address.port = try Self.freePort()
        let process = try Self.start(daemon, port: address.port, receiver: receiver.port)
        defer { process.terminate() }
        let deadline = ContinuousClock.now + Patience.limit
        let log = try await EventLog.run(.gpsd(address)) {
            $0.fixes.filter { $0.time != nil && $0.coordinate != nil }.count >= 5
                || ContinuousClock.now > deadline
        }
        let fixes = log.fixes.filter { $0.time != nil && $0.coordinate != nil }
        #expect(fixes.count >= 5)
        #expect(log.droppedCount == 0)
        let sent = Set((0..<600).map(Self.latitudeE8))
        for fix in fixes {
            let latitude = try #require(fix.coordinate?.latitude)
            #expect(sent.contains(Int64((latitude * 1e8).rounded())), "\(latitude)")
            #expect(fix.altitudeMeters == 545.4 && fix.mode == .threeDimensional)
        }
    }
}
