import Addresses
import FileSources
import Foundation
import Platform
import Rows
import Streams
import TestSupport

/// Looking up addresses, and opening logs of a million lines.
enum LogBenchmarks {
    private static let lineCount = 1_000_000

    static func run() {
        lookUp()
        for form in Form.allCases { open(form) }
    }

    // MARK: addresses

    /// Addresses of known networks in random order, on one thread; each record was decoded before.
    private static func lookUp() {
        var random = SystemRandomNumberGenerator()
        var file = AddressDatabaseFile(isIPv6: true, recordSize: 28)
        var addresses: [NetworkAddress] = []
        for _ in 0..<100_000 {
            let number = UInt32.random(in: 0x0100_0000..<0xe000_0000, using: &random) & ~255
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
            file.add(bytes, bits: 24, record(number))
            for _ in 0..<10 { addresses.append(NetworkAddress(ipv4: number | .random(in: 0..<256))) }
        }
        addresses.shuffle()
        guard let database = try? AddressDatabase(file.encoded(), name: "bench.mmdb") else {
            return print("  the database is not readable")
        }
        let finder = AddressFinder([database])
        var found = 0
        func measure(_ name: String, _ body: (NetworkAddress) -> Bool) {
            let best = Timing.best(of: 5) { found = addresses.count { body($0) } }
            let rate = Double(addresses.count) / best.wall / 1e6
            print(String(format: "  %@: %.2f M/s, %d of %d known", name, rate, found, addresses.count))
        }
        measure("look-ups in a database") { (try? database.find($0)) ?? nil != nil }
        measure("look-ups with kind and network") { finder.find($0).network != nil }
    }

    private static func record(_ number: UInt32) -> AddressDatabaseFile.Value {
        let place: [(String, AddressDatabaseFile.Value)] = [
            ("latitude", .number(Double(number % 170) - 85)),
            ("longitude", .number(Double(number % 350) - 175)),
            ("accuracy_radius", .count(20)),
        ]
        return .map([
            ("city", .map([("names", .map([("en", .text("City \(number % 5_000)"))]))])),
            ("country", .map([("iso_code", .text("NL"))])), ("location", .map(place)),
        ])
    }

    // MARK: lines

    private enum Form: String, CaseIterable {
        case combined, syslog, logfmt, objects

        func line(_ number: Int) -> String {
            let address = "\(8 + number % 90).\(number / 90 % 250).\(number % 7).\(number % 251)"
            let clock = String(format: "14:%02d:%02d", number / 60 % 60, number % 60)
            switch self {
            case .combined:
                return
                    "\(address) - - [26/Nov/2026:\(clock) +0100] \"GET /shop/item/\(number % 9_999)?page=2 HTTP/1.1\" "
                    + "\(number % 9 == 0 ? 401 : 200) \(number % 50_000) \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\""
            case .syslog:
                return
                    "Nov 26 \(clock) gate sshd[\(number % 32_768)]: Failed password for root from \(address) port 22 ssh2"
            case .logfmt:
                return
                    "ts=2026-11-26T\(clock)Z level=warn msg=\"login failed\" client_ip=\(address) status=401"
            case .objects:
                return
                    "{\"time\":\"2026-11-26T\(clock)Z\",\"remote_addr\":\"\(address)\",\"status\":401,\"uri\":\"/\(number)\"}"
            }
        }
    }

    private static func open(_ form: Form) {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("termmap-logs-\(getpid()).log").path
        defer { unlink(path) }
        guard let file = fopen(path, "w") else { return print("  cannot write \(path)") }
        var bytes = 0
        for number in 0..<lineCount {
            let line = form.line(number) + "\n"
            bytes += line.utf8.count
            fputs(line, file)
        }
        fclose(file)
        var loaded: LoadedSource?
        let best = Timing.best(of: 5) {
            let loader = LogLoader(SourceInput(path: path), options: SourceOptions())
            loaded = try? loader.read(isCancelled: { false }, progress: { _ in })
        }
        let rows = loaded?.table.recordCount ?? 0
        print(
            String(
                format: "  %@, %d bytes a line: %.2f M lines/s, %d rows", form.rawValue, bytes / lineCount,
                Double(rows) / best.wall / 1e6, rows))
    }
}
