import FileSources
import Foundation
import Rows
import Streams

/// A million rows as CSV, packed, as WKT and as waypoints, each against the plain CSV of the same run.
enum FormatBenchmarks {
    private static let rounds = 3

    static func run() {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("termmap-formats-\(getpid()).csv").path
        let names = ["", ".gz", ".zst", ".wkt.csv", ".gpx"]
        defer { names.forEach { unlink(path + $0) } }
        guard writeMillionRows(to: path), rewrite(path) else { return print("formats: cannot write \(path)") }
        guard pack("gzip", ["-k", path]), pack("zstd", ["-q", "-k", path]) else {
            return print("formats: gzip and zstd are needed")
        }
        let plain = measure("plain CSV", CSVLoader(path: path), nil)
        measure("CSV in gzip", CSVLoader(path: path + ".gz"), plain)
        measure("CSV in zstd", CSVLoader(path: path + ".zst"), plain)
        measure("CSV with WKT", CSVLoader(path: path + ".wkt.csv"), plain)
        measure("GPX waypoints", XMLLoader.gpx(SourceInput(path: path + ".gpx")), plain)
    }

    @discardableResult
    private static func measure(_ name: String, _ loader: some SourceLoader, _ plain: Double?) -> Double {
        var points = 0
        var best = Double.infinity
        for _ in 0..<rounds {
            let time = ContinuousClock().measure {
                let loaded = try? loader.read(isCancelled: { false }, progress: { _ in })
                points = loaded?.points.count ?? 0
            }
            best = min(best, time / .milliseconds(1))
        }
        let ratio = plain.map { String(format: ", %.1f times plain CSV", best / $0) } ?? ""
        print(String(format: "%@: %.0f ms, %d points%@", name, best, points, ratio))
        return best
    }

    /// The same rows with points as WKT, and as waypoints.
    private static func rewrite(_ path: String) -> Bool {
        guard let source = fopen(path, "r"), let table = fopen(path + ".wkt.csv", "w"),
            let document = fopen(path + ".gpx", "w")
        else { return false }
        defer { [source, table, document].forEach { fclose($0) } }
        fputs("id,name,geom\n", table)
        fputs("<?xml version=\"1.0\"?>\n<gpx version=\"1.1\">\n", document)
        var line = [CChar](repeating: 0, count: 1_024)
        fgets(&line, Int32(line.count), source)
        while fgets(&line, Int32(line.count), source) != nil {
            let fields = String(
                decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
            )
            .split(separator: ",")
            guard fields.count >= 5 else { return false }
            fputs("\(fields[0]),\(fields[1]),POINT(\(fields[3]) \(fields[2]))\n", table)
            fputs(
                "<wpt lat=\"\(fields[2])\" lon=\"\(fields[3])\"><ele>\(fields[4])</ele>"
                    + "<name>\(fields[1])</name></wpt>\n", document)
        }
        fputs("</gpx>\n", document)
        return true
    }

    private static func pack(_ program: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
