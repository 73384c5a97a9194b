import Foundation
import TestSupport
import Testing

/// What the program prints for fixed inputs, and its exit status, are as `Tests/Interface/outputs` records them:
/// docs/STABILITY.md promises both.
@Suite(.timeLimit(.minutes(10)))
struct PromisedOutputTests {
    private static let shops = "IN/shops.csv"

    /// The name of the file with the record, and the arguments; `IN` is the folder of inputs.
    private static let cases: [(name: String, arguments: String)] = [
        ("list", "--list \(shops)"),
        ("list-figures", "--list --by kind --value mean(price) \(shops)"),
        ("list-density", "--list --density \(shops)"),
        ("columns", "--columns \(shops)"),
        ("csv", "-o csv \(shops)"), ("ndjson", "-o ndjson \(shops)"),
        ("geojson", "-o geojson \(shops)"), ("id", "-o id \(shops)"),
        ("where", "--where price>4 -o csv \(shops)"), ("bbox", "--bbox 5,45,11,48 -o csv \(shops)"),
        ("near-csv", "--near 47.4,8.5 --within 200km -o csv \(shops)"),
        ("near-ndjson", "--near 47.4,8.5 --limit 2 -o ndjson \(shops)"),
        ("by-area", "--areas IN/zones.geojson --by-area=mean(price) \(shops)"),
        ("by-area-csv", "--areas IN/zones.geojson --by-area -o csv \(shops)"),
        ("with-area", "--areas IN/zones.geojson --with-area name -o csv \(shops)"),
        ("inside", "--inside Switzerland -o id \(shops)"),
        ("time", "--time 2023 -o csv \(shops)"), ("times", "times \(shops)"),
        ("times-per", "times --per year -o csv \(shops)"), ("times-json", "times --json \(shops)"),
        ("diff", "--diff \(shops) IN/shops-later.csv --key id -o csv"),
        ("measure", "measure 47.38,8.54 45.46,9.19"),
        ("summary", "summary \(shops)"), ("summary-json", "summary --json \(shops)"),
        ("geocode", "geocode --limit 2 zurich"), ("geocode-json", "geocode --json --limit 1 paris texas"),
        ("geocode-reverse", "geocode --reverse 47.38,8.54"),
        ("track-csv", "track IN/drive.nmea"), ("track-gpx", "track -o gpx IN/drive.nmea"),
        ("track-geojson", "track -o geojson IN/drive.nmea"),
        ("nothing", "--where price>9999 -o csv \(shops)"), ("no-place", "geocode qqqqqqq"),
        ("no-file", "--list IN/missing.csv"), ("no-option", "--nope"),
        ("no-filter", "--where prize>4 -o csv \(shops)"),
    ]

    @Test(arguments: cases.indices)
    func outputIsAsRecorded(index: Int) throws {
        let (name, arguments) = Self.cases[index]
        let input = Repository.root + "/Tests/Interface/input"
        let run = try Run(
            arguments.split(separator: " ").map { String($0).replacing("IN/", with: input + "/") },
            environment: ["TERMMAP_DATA": Repository.root + "/data", "LC_ALL": "C.UTF-8"])
        let output = run.output.replacing(input, with: "IN")
        let text = "$ termmap \(arguments)\nexit status \(run.code)\n" + output
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let report = try RecordedLines(lines, "outputs/\(name).txt").report
        #expect(report == nil)
    }

    @Test func everyRecordHasACase() throws {
        let folder = Repository.root + "/Tests/Interface/outputs"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == Self.cases.map { $0.name + ".txt" }.sorted())
    }
}
