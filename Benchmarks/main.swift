import Glibc

// `Benchmarks [names…]` runs the named benchmarks, all of them without a name; `Benchmarks count …` one path for a count
// of its instructions.
if CommandLine.arguments.dropFirst().first == "count" {
    CountedPaths.run(Array(CommandLine.arguments.dropFirst(2)))
    exit(0)
}
let benchmarks: [(name: String, run: () -> Void)] = [
    ("areas", AreaBenchmarks.run),
    ("comparison", ComparisonBenchmarks.run),
    ("degenerate", DegenerateBenchmarks.run),
    ("filters", FilterBenchmarks.run),
    ("formats", FormatBenchmarks.run),
    ("gazetteer", GazetteerBenchmarks.run),
    ("index", IndexBenchmarks.run),
    ("ingest", ingestBenchmarks),
    ("logs", LogBenchmarks.run),
    ("search", SearchBenchmarks.run),
    ("nearby", NearbyBenchmarks.run),
    ("engines", EngineBenchmarks.run),
    ("saved", SavedBenchmarks.run),
    ("screen", ScreenBenchmarks.run),
    ("shapes", ShapeBenchmarks.run),
    ("streets", StreetBenchmarks.run),
    ("sqlite", SQLiteBenchmarks.run),
    ("table", TableBenchmarks.run),
    ("time", TimeBenchmarks.run),
    ("track", TrackBenchmarks.run),
]
let wanted = CommandLine.arguments.dropFirst()
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
    print("\(benchmark.name)")
    benchmark.run()
}
