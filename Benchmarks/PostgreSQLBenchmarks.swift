import DatabaseSources
import Glibc
import MapModel
import Rows

/// Views of the map and what is near, answered by a server that `postgresql.sql` has filled.
///
/// Only with its address in TERMMAP_BENCHMARK_POSTGRESQL; with TERMMAP_BENCHMARK_PLANS statements and plans are
/// printed too.
enum PostgreSQLBenchmarks {
    private static let tables = ["bench_geometry", "bench_geography", "bench_plain", "bench_bare"]
    private static let center = Coordinate(latitude: 47.2, longitude: 8.5)
    private static let warmCount = 9

    static func run() {
        guard let url = getenv("TERMMAP_BENCHMARK_POSTGRESQL").map({ String(cString: $0) }) else {
            return print("  skipped: TERMMAP_BENCHMARK_POSTGRESQL has no address")
        }
        let wanted = getenv("TERMMAP_BENCHMARK_TABLE").map { [String(cString: $0)] } ?? tables
        for table in wanted {
            do {
                let source = try PostgreSQLSource(url: url, options: PostgreSQLOptions(table: table))
                print("  \(table)")
                try run(source)
            } catch {
                print("  \(table): \(error)")
            }
        }
    }

    private static func run(_ source: PostgreSQLSource) throws {
        // Views come first: counting would warm the server.
        for zoom in [11.0, 8, 5, 2] { try view(source, zoom: zoom) }
        for kilometers in [5.0, 50] {
            let question = NearbyQuestion(center: center, radiusMeters: kilometers * 1_000, limit: nil)
            try measure("near, \(Int(kilometers)) km", source) {
                try source.near(question, isCancelled: { false }).count
            }
        }
        let nearest = NearbyQuestion(center: center, radiusMeters: nil, limit: 10)
        try measure("10 nearest", source) { try source.near(nearest, isCancelled: { false }).count }
        try measure("words", source) {
            try source.matches("place 4711", limit: 50, isCancelled: { false }).matches.count
        }
        try measure("open", source) { try source.open(isCancelled: { false }).rowCount }
    }

    private static func view(_ source: PostgreSQLSource, zoom: Double) throws {
        let view = Viewport(
            center: WebMercator.project(center), zoom: zoom, size: DotSize(width: 480, height: 256))
        let question = ViewportQuestion(
            window: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize()),
            limit: 300)
        let tenths = (view.zoom * 10).rounded() / 10
        try measure("view at zoom \(tenths)", source) {
            try source.answer(question, isCancelled: { false }).total
        }
        guard getenv("TERMMAP_BENCHMARK_PLANS") != nil else { return }
        for line in try source.plan(of: question, isRun: true) { print("        \(line.prefix(300))") }
    }

    /// The first run on its own, then the median of some more.
    private static func measure(_ what: String, _ source: PostgreSQLSource, _ body: () throws -> Int) throws {
        var found = 0
        var failure: (any Error)?
        func once() {
            do { found = try body() } catch { failure = error }
        }
        let first = Measurement(count: 1) { _ in once() }
        let rest = Measurement(count: warmCount) { _ in once() }
        if let failure { throw failure }
        func milliseconds(_ time: Measurement) -> Double { (time.median / 100).rounded() / 10 }
        print("    \(what): first \(milliseconds(first)) ms, then \(milliseconds(rest)) ms (\(found) rows)")
    }
}
