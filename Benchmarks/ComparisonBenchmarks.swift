import FileSources
import Foundation
import Glibc
import MapModel
import Platform

/// One table of what a person waits for: ours, the peers of `make bench-peers`, the floor, and the ratios.
///
/// `TERMMAP_BENCH_ROWS` has the numbers of rows, with commas between them, a million without it. The data is generated and
/// removed afterwards.
enum ComparisonBenchmarks {
    /// Peers and names of more rows take hours and all memory.
    private static let mostRowsOfIndexes = 20_000_000

    static func run() {
        let wanted = ProcessInfo.processInfo.environment["TERMMAP_BENCH_ROWS"] ?? ""
        let sizes = wanted.split(separator: ",").compactMap { Int($0) }
        let tables = (sizes.isEmpty ? [1_000_000] : sizes).map { ($0, table(of: $0)) }
        guard tables.count > 1 else { return }
        print("  growth of TermMap, milliseconds")
        print(ComparisonTable.growth(of: tables.compactMap { size, table in table.map { (size, $0) } }))
    }

    private static func table(of rows: Int) -> ComparisonTable? {
        let path = FileManager.default.temporaryDirectory.appending(path: "termmap-bench-\(getpid()).csv")
            .path
        defer {
            unlink(path)
            unlink(areasPath(of: path))
        }
        guard writeRows(rows, to: path) else {
            print("  \(path) cannot be written")
            return nil
        }
        var table = ComparisonTable()
        measureFile(path, rows, into: &table)
        measureIndex(rows, areasPath: areasPath(of: path), into: &table)
        if rows <= mostRowsOfIndexes { measureNames(rows, into: &table) }
        table.addPeers(of: path, isWhole: rows <= mostRowsOfIndexes)
        let megabytes = (fileSize(path) / 100_000).rounded() / 10
        print(
            "  \(rows) rows, \(megabytes) MB; milliseconds; ratios to ours in wall time; highest memory in MB"
        )
        print(table.text)
        return table
    }

    private static func measureFile(_ path: String, _ rows: Int, into table: inout ComparisonTable) {
        table.floor("read CSV", "read the bytes", Timing.best(of: 3) { readBytes(path) })
        table.floor("file to clusters", "wc -l", Timing.best(of: 3) { ChildProcess.run(["wc", "-l", path]) })
        table.ours("read CSV", Timing.best(of: 3) { _ = try? CSVLoader(path: path).read() })
        let program = ".build/release/termmap"
        guard access(program, X_OK) == 0 else { return }
        let arguments = [program, "--list", "--no-cache", "--config", "none", "--size", "240x64", path]
        // A program that refuses an option is fast.
        guard ChildProcess.run(arguments) else { return print("  \(program) fails: make build") }
        table.ours(
            "file to clusters", Timing.best(of: 3) { ChildProcess.run(arguments) },
            memory: ChildProcess.highestMemory(arguments))
        QuestionBenchmarks.run(path, program, into: &table)
        QuestionBenchmarks.runPlaces(rows, program, into: &table)
        measureExports(path, program, into: &table)
    }

    /// All rows, from the start of the program to the last byte.
    private static func measureExports(
        _ path: String, _ program: String, into table: inout ComparisonTable
    ) {
        let copying = Timing.best(of: 3) { ChildProcess.run(["cat", path]) }
        for format in ["csv", "ndjson", "geojson"] {
            let arguments = [program, "-o", format, "--config", "none", path]
            table.floor("rows as \(format)", "cat", copying)
            table.ours(
                "rows as \(format)", Timing.best(of: 3) { ChildProcess.run(arguments) },
                memory: ChildProcess.highestMemory(arguments))
        }
    }

    /// Where peers read the areas from.
    private static func areasPath(of path: String) -> String { path + ".areas" }

    private static func measureAreas(_ tree: QuadTree, _ areasPath: String, into table: inout ComparisonTable)
    {
        let partition = WigglyPartition(
            columns: 31, rows: 10, piecesOfSide: 39, seed: 1, in: WigglyPartition.world)
        try? Data(partition.text.utf8).write(to: URL(fileURLWithPath: areasPath))
        let areas = partition.geometry
        table.ours(
            "count in 310 areas",
            Timing.best(of: 3) { _ = AreaAssignment(of: tree, in: areas, by: .processors)?.counts })
    }

    private static func measureIndex(_ rows: Int, areasPath: String, into table: inout ComparisonTable) {
        var random = PlaceGenerator(seed: 7)
        let places = (0..<rows).map { _ in random.place() }
        var filled = PointBuffer()
        for row in places.indices { filled.append(places[row], row: UInt32(row)) }
        var tree = QuadTree(PointBuffer())
        table.ours("build index", Timing.best(of: 3) { tree = QuadTree(filled) })
        var copy = [UInt8](repeating: 1, count: rows * 12)
        table.floor("build index", "copy 12 bytes each", Timing.best(of: 3) { copy = copy.map { $0 } })
        let views = (0..<1_000).map { _ in
            Viewport(
                center: WebMercator.project(places[random.number(below: rows)].coordinate),
                zoom: Double(random.number(below: 41)) / 2 + 2, size: DotSize(columns: 240, rows: 64))
        }
        table.ours("clusters, median and p99", views) { view in
            let grid = ClusterGrid(viewport: view, size: ClusterSize())
            _ = tree.clusters(in: view.window(of: view.bounds), grid: grid)
        }
        table.oursOfAll("density, median and p99", views) { view in
            let view = view.resized(to: DotSize(columns: 240, rows: 62))
            _ = tree.density(
                of: DensityRaster(viewport: view, rect: view.bounds, dotsPerRow: 2), by: .processors)
        }
        let centers = views.map { WebMercator.unproject($0.center) }
        let circles = centers.compactMap { try? GeoCircle(center: $0, radiusMeters: 50_000) }
        measureAreas(tree, areasPath, into: &table)
        table.ours("count within 50 km", circles) { _ = tree.count(in: $0) }
        table.ours("10 nearest", centers) { _ = tree.nearest(to: $0, count: 10) }
    }

    private static func measureNames(_ rows: Int, into table: inout ComparisonTable) {
        var generator = NameGenerator(seed: 7)
        var builder = NameIndex.Builder()
        for row in 0..<rows {
            builder.appendField(generator.name(withAccent: row % 8 == 0))
            builder.endRecord()
        }
        let index = builder.snapshot()
        let queries = NameGenerator.queries
        table.ours("search names, median and p99", queries) {
            _ = index.hits(SearchQuery($0), rankedCount: 1_000)
        }
        table.floor("search names, median and p99", "memmem", queries) {
            _ = SearchBenchmarks.memmemCount($0, in: index)
        }
    }

    private static func readBytes(_ path: String) {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while read(file, &buffer, buffer.count) > 0 {}
    }

    private static func fileSize(_ path: String) -> Double {
        Double((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
    }
}

/// Lines by what is measured, in the order in which they were added.
struct ComparisonTable {
    private struct Line {
        let what: String
        let who: String
        let wall: String
        let cpu: String
        let milliseconds: Double
        var memory: Double?
    }

    private var lines: [Line] = []

    mutating func ours(_ what: String, _ timing: Timing, memory: Double? = nil) {
        add(what, "TermMap", timing, memory: memory)
    }

    mutating func floor(_ what: String, _ name: String, _ timing: Timing) {
        add(what, "floor: " + name, timing)
    }

    /// Processor time, the median and the 99th percentile.
    mutating func ours<Item>(_ what: String, _ items: [Item], _ body: (Item) -> Void) {
        add(what, "TermMap", items, body)
    }

    /// Wall time, the median and the 99th percentile, of what all processors do.
    mutating func oursOfAll<Item>(_ what: String, _ items: [Item], _ body: (Item) -> Void) {
        let times = Measurement(count: items.count) { body(items[$0]) }
        let (median, worst) = (times.median / 1e3, times.p99 / 1e3)
        lines.append(
            Line(
                what: what, who: "TermMap", wall: Self.figure(median) + " / " + Self.figure(worst), cpu: "–",
                milliseconds: median))
    }

    mutating func floor<Item>(_ what: String, _ name: String, _ items: [Item], _ body: (Item) -> Void) {
        add(what, "floor: " + name, items, body)
    }

    /// What the scripts of the peers print: what, who, wall and processor milliseconds, by tabs.
    ///
    /// - Parameter isWhole: also what takes much longer than reading the file.
    mutating func addPeers(of path: String, isWhole: Bool) {
        let python = ".build/peers/bin/python"
        guard access(python, X_OK) == 0 else { return }
        let script = [python, "Benchmarks/peers/peers.py"]
        for library in ["polars", "duckdb"] {
            let alone = script + ["read", library, path]
            guard let memory = ChildProcess.highestMemory(alone) else { continue }
            let timing = Timing.best(of: 3) { ChildProcess.run(alone) }
            add("file to clusters", "\(library), the columns alone", timing, memory: memory)
        }
        let output = ChildProcess.output(script + [isWhole ? "all" : "files", path])
        for line in output.split(separator: "\n") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 4, let wall = Double(fields[2]), let cpu = Double(fields[3]) else {
                continue
            }
            lines.append(
                Line(
                    what: fields[0], who: fields[1], wall: Self.figure(wall), cpu: Self.figure(cpu),
                    milliseconds: wall))
        }
    }

    private mutating func add(_ what: String, _ who: String, _ timing: Timing, memory: Double? = nil) {
        lines.append(
            Line(
                what: what, who: who, wall: Self.figure(timing.wall * 1e3),
                cpu: Self.figure(timing.cpu * 1e3),
                milliseconds: timing.wall * 1e3, memory: memory))
    }

    private mutating func add<Item>(_ what: String, _ who: String, _ items: [Item], _ body: (Item) -> Void) {
        var next = 0
        let times = Measurement(processorTimeOf: items.count) {
            body(items[next])
            next += 1
        }
        let (median, worst) = (times.median / 1e3, times.p99 / 1e3)
        lines.append(
            Line(
                what: what, who: who, wall: "–", cpu: Self.figure(median) + " / " + Self.figure(worst),
                milliseconds: median))
    }

    private static func figure(_ milliseconds: Double) -> String {
        String(format: milliseconds < 1 ? "%.4f" : milliseconds < 100 ? "%.2f" : "%.0f", milliseconds)
    }

    var text: String {
        var order: [String] = []
        for line in lines where !order.contains(line.what) { order.append(line.what) }
        let head = Self.row("what", "who", "wall", "CPU", "ratio", "memory")
        return ([head] + order.flatMap { rows(of: $0) }).joined(separator: "\n")
    }

    private func rows(of what: String) -> [String] {
        let lines = lines.filter { $0.what == what }
        let own = lines.first { $0.who == "TermMap" }?.milliseconds
        return (lines.filter { $0.who == "TermMap" } + lines.filter { $0.who != "TermMap" }).map { line in
            let ratio = own.map { String(format: "%.2f ×", line.milliseconds / $0) } ?? ""
            return Self.row(
                what, line.who, line.wall, line.cpu, line.who == "TermMap" ? "" : ratio,
                line.memory.map { String(format: "%.0f", $0) } ?? "")
        }
    }

    /// Our lines by the number of rows: wall time, or the median of processor time.
    static func growth(of tables: [(rows: Int, table: ComparisonTable)]) -> String {
        let own = tables.map { entry in entry.table.lines.filter { $0.who == "TermMap" } }
        let head = left("what", 30) + tables.map { right("\($0.rows)", 14) }.joined()
        return
            (["  " + head]
            + (own.first ?? []).map { line in
                "  " + left(line.what, 30)
                    + own.map { lines in
                        right(lines.first { $0.what == line.what }.map { figure($0.milliseconds) } ?? "", 14)
                    }.joined()
            }).joined(separator: "\n")
    }

    private static func row(
        _ what: String, _ who: String, _ wall: String, _ cpu: String, _ ratio: String, _ memory: String
    ) -> String {
        "  " + left(what, 30) + left(who, 32) + right(wall, 10) + right(cpu, 20) + right(ratio, 11)
            + right(memory, 8)
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}
