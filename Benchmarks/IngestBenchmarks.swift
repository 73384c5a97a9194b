import FileSources
import Foundation
import Platform
import Rows

/// Reads a generated file of a million rows (about 60 MB) and compares with `wc -l` on the same file.
///
/// Best of five, warm page cache; the ratio is what travels between machines.
public func ingestBenchmarks() {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("termmap-ingest-\(getpid()).csv").path
    defer { unlink(path) }
    guard writeMillionRows(to: path) else { return print("ingest: cannot write \(path)") }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let megabytes = Double(size) / 1e6

    let counting = Timing.best(of: 5) { ChildProcess.run(["wc", "-l", path]) }
    print(String(format: "wc -l: %.1f ms, %.0f MB/s", counting.wall * 1e3, megabytes / counting.wall))
    var loaded: LoadedSource?
    let loading = Timing.best(of: 5) { loaded = try? CSVLoader(path: path).read() }
    print(figures("ingest", loading, megabytes))
    print(String(format: "  ingest / wc -l: %.1f in wall time", loading.wall / counting.wall))
    guard let loaded, loaded.points.count > 0 else { return print("  nothing was loaded") }
    print("  \(loaded.points.count) points, \(loaded.skipped.total) skipped")

    let rows = (0..<300).map { UInt32($0 * loaded.points.count / 300) }
    let labels = Timing.best(of: 5) { _ = try? loaded.table.rowLabels(rows) }
    print(String(format: "  300 labels, far apart: %.2f ms", labels.wall * 1e3))
    jsonBenchmarks(path, loading)
}

/// The same million rows as a GeoJSON collection, as features one a line and as plain objects one a line.
private func jsonBenchmarks(_ path: String, _ csv: Timing) {
    for form in JSONForm.allCases {
        let json = path + "." + form.rawValue
        defer { unlink(json) }
        guard writeJSON(of: path, to: json, form) else { return print("ingest: cannot write \(json)") }
        let size = (try? FileManager.default.attributesOfItem(atPath: json)[.size] as? Int) ?? 0
        var loaded: LoadedSource?
        let timing = Timing.best(of: 5) {
            loaded = try? GeoJSONLoader(path: json).read(isCancelled: { false }, progress: { _ in })
        }
        print(figures(form.title, timing, Double(size) / 1e6))
        print(
            String(
                format: "  against CSV: %.2f in wall time; %d points, %d skipped", timing.wall / csv.wall,
                loaded?.points.count ?? 0, loaded?.skipped.total ?? 0))
    }
}

private enum JSONForm: String, CaseIterable {
    case geojson, geojsonl, ndjson

    var title: String {
        switch self {
        case .geojson: "GeoJSON, 1M features"
        case .geojsonl: "GeoJSON, one feature a line, 1M"
        case .ndjson: "NDJSON, 1M objects"
        }
    }
}

private func writeJSON(of path: String, to json: String, _ form: JSONForm) -> Bool {
    guard let source = fopen(path, "r"), let file = fopen(json, "w") else { return false }
    defer {
        fclose(source)
        fclose(file)
    }
    var line = [CChar](repeating: 0, count: 1_024)
    guard fgets(&line, Int32(line.count), source) != nil else { return false }
    if form == .geojson { fputs("{\"type\":\"FeatureCollection\",\"features\":[\n", file) }
    var isFirst = true
    while fgets(&line, Int32(line.count), source) != nil {
        let text = String(
            decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 6 else { return false }
        let properties = "\"id\":\(fields[0]),\"name\":\"\(fields[1])\""
        let rest = "\"elevation\":\(fields[4]),\"country\":\"\(fields[5])\""
        if !isFirst { fputs(form == .geojson ? ",\n" : "\n", file) }
        isFirst = false
        if form == .ndjson {
            fputs("{\(properties),\"lat\":\(fields[2]),\"lon\":\(fields[3]),\(rest)}", file)
        } else {
            fputs(
                "{\"type\":\"Feature\",\"properties\":{\(properties),\(rest)},\"geometry\":{\"type\":\"Point\","
                    + "\"coordinates\":[\(fields[3]),\(fields[2])]}}", file)
        }
    }
    fputs(form == .geojson ? "\n]}\n" : "\n", file)
    return true
}

private func figures(_ name: String, _ timing: Timing, _ megabytes: Double) -> String {
    String(
        format: "%@: %.1f ms, %.0f MB/s, CPU %.1f ms", name, timing.wall * 1e3, megabytes / timing.wall,
        timing.cpu * 1e3)
}

func writeMillionRows(to path: String) -> Bool { writeRows(1_000_000, to: path) }

/// Writes a table of rows anywhere on the globe, the same at each call.
func writeRows(_ count: Int, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    defer { fclose(file) }
    fputs("id,name,lat,lon,elevation,country\n", file)
    var state: UInt64 = 42
    func random(_ bound: UInt64) -> Int64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int64((state >> 33) % bound)
    }
    let countries = "CH DE FR IT AT ES PT GB IE NL BE LU DK SE NO FI".split(separator: " ")
    for id in 0..<count {
        let country = countries[id * id % 61 % countries.count]
        let latitude = random(180_000_000) - 90_000_000
        let longitude = random(360_000_000) - 180_000_000
        let name = "Place number \(id) of the list"
        fputs("\(id),\(name),\(degrees(latitude)),\(degrees(longitude)),\(random(4_000)),\(country)\n", file)
    }
    return true
}

private func degrees(_ millionths: Int64) -> String {
    let fraction = String(abs(millionths) % 1_000_000)
    let padding = String(repeating: "0", count: 6 - fraction.count)
    return "\(millionths < 0 ? "-" : "")\(abs(millionths) / 1_000_000).\(padding)\(fraction)"
}
