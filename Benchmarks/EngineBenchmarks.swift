import Foundation
import MapModel
import MapSources
import Platform
import Rows

/// Views of the map and what is near, answered by a database, as the map asks them.
///
/// Only with its address in TERMMAP_BENCH_SOURCE: `postgresql:///mydb`, `clickhouse://host/db`, `places.parquet`. Tables
/// in TERMMAP_BENCH_TABLE are asked one after another. TERMMAP_BENCH_CENTER is the latitude and longitude around which
/// is asked, else the fullest place; TERMMAP_BENCH_COLD is a command that runs before the first question of each kind.
enum EngineBenchmarks {
    private static let warmCount = 5
    private static let size = DotSize(columns: 240, rows: 62)
    private static let views: [(name: String, zoom: Double)] = [
        ("world", 0), ("continent", 5), ("country", 8), ("city", 11), ("street", 15),
    ]

    static func run() {
        let environment = ProcessInfo.processInfo.environment
        guard let address = environment["TERMMAP_BENCH_SOURCE"] else {
            return print("  skipped: TERMMAP_BENCH_SOURCE has no address")
        }
        let tables = environment["TERMMAP_BENCH_TABLE"]?.split(separator: ",").map(String.init)
        for table in tables.map({ $0.map(Optional.some) }) ?? [nil] {
            print("  \(address) \(table ?? "")")
            do {
                try run(address, table, environment)
            } catch {
                print("  \(error)")
            }
        }
    }

    private static func run(_ address: String, _ table: String?, _ environment: [String: String]) throws {
        let options = SourceOptions(table: table, asks: true)
        guard case .server(let source) = try SourceOpener(options).open([address], isCancelled: { false })
        else {
            return print("    is read whole")
        }
        defer { source.close() }
        let cold = environment["TERMMAP_BENCH_COLD"]
        try measure("open", cold) { try source.open(isCancelled: { false }).rowCount }
        let given = (environment["TERMMAP_BENCH_CENTER"] ?? "").split(separator: ",").compactMap {
            Double($0)
        }
        let center =
            given.count == 2
            ? Coordinate(latitude: given[0], longitude: given[1]) : try fullestPlace(source)
        print("    around \(center.latitude), \(center.longitude)")
        for view in views {
            let question = question(center, zoom: view.zoom)
            try measure(view.name, cold) { try source.answer(question, isCancelled: { false }).total }
        }
        for kilometers in [5.0, 50] {
            let question = NearbyQuestion(center: center, radiusMeters: kilometers * 1_000, limit: 300)
            try measure("near, \(Int(kilometers)) km", cold) {
                try source.near(question, isCancelled: { false }).count
            }
        }
        let nearest = NearbyQuestion(center: center, radiusMeters: nil, limit: 10)
        try measure("10 nearest", cold) { try source.near(nearest, isCancelled: { false }).count }
        try measure("words", cold) {
            try source.matches("place 4711", limit: 50, isCancelled: { false }).matches.count
        }
    }

    private static func question(_ center: Coordinate, zoom: Double) -> ViewportQuestion {
        let view = Viewport(center: WebMercator.project(center), zoom: zoom, size: size)
        return ViewportQuestion(
            window: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize()),
            limit: 300)
    }

    /// Where the fullest cluster of the fullest cluster is, and so on.
    private static func fullestPlace(_ source: any ViewportSource) throws -> Coordinate {
        var center = Coordinate(latitude: 0, longitude: 0)
        for zoom in [0.0, 5, 8, 11] {
            let answer = try source.answer(question(center, zoom: zoom), isCancelled: { false })
            guard case .clusters(let clusters) = answer.content,
                let fullest = clusters.max(by: { $0.count < $1.count })
            else { break }
            center = WebMercator.unproject(fullest.densest)
        }
        return center
    }

    /// The first run on its own, after the command that empties caches, then the median of some more.
    private static func measure(_ what: String, _ cold: String?, _ body: () throws -> Int) throws {
        var found = 0
        var failure: (any Error)?
        func once() {
            do { found = try body() } catch { failure = error }
        }
        if let cold { _ = ChildProcess.run(["sh", "-c", cold]) }
        let first = Measurement(count: 1) { _ in once() }
        let rest = Measurement(count: warmCount) { _ in once() }
        if let failure { return print("    \(what): \(failure)") }
        func milliseconds(_ time: Measurement) -> Double { (time.median / 100).rounded() / 10 }
        print("    \(what): first \(milliseconds(first)) ms, then \(milliseconds(rest)) ms (\(found) rows)")
    }
}
