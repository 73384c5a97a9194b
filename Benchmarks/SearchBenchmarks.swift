import Basemaps
import Dispatch
import Glibc
import MapModel
import Synchronization

/// Names found as somebody types, among as many as a gazetteer has and up to ten million.
enum SearchBenchmarks {
    static func run() {
        folding()
        places()
        for count in [235_000, 1_000_000, 10_000_000] { run(count: count) }
    }

    private static func folding() {
        var generator = NameGenerator(seed: 3)
        for (title, accents) in [("ASCII", false), ("accents in each", true)] {
            let names = (0..<100_000).map { _ in Array(generator.name(withAccent: accents).utf8) }
            var builder = NameIndex.Builder()
            let time = Measurement(processorTimeOf: 9) {
                for name in names {
                    name.withUnsafeBufferPointer { builder.appendField($0) }
                    builder.endRecord()
                }
            }
            let bytes = Double(names.reduce(0) { $0 + $1.count }) / Double(names.count)
            print("  100000 names of \(bytes) bytes folded and indexed, \(title): \(time.summary)")
        }
    }

    /// Forty queries, some misspelled, typed letter by letter into the gazetteer that is shipped.
    private static func places() {
        guard let gazetteer = try? GazetteerFile.read("data/gazetteer.tmg") else {
            return print("  data/gazetteer.tmg cannot be read")
        }
        var search: PlaceSearch?
        let building = Measurement(processorTimeOf: 3) { search = PlaceSearch(gazetteer) }
        guard let search else { return }
        let perPlace = Double(search.byteCount) / Double(gazetteer.count)
        print("  \(gazetteer.count) places: made in \(building.median) µs, \(perPlace) bytes a place")
        let keys = typed.flatMap { text in text.indices.map { String(text[...$0]) } }
            .filter { SearchQuery($0).isLongEnough }
        var times: [(median: Double, key: String)] = []
        var found = 0
        for key in keys {
            let query = SearchQuery(key)
            let time = Measurement(processorTimeOf: 3) {
                found += search.search(query, near: nil, limit: 20)?.matches.count ?? 0
            }
            times.append((time.median, key))
        }
        times.sort { $0.median < $1.median }
        guard let worst = times.last else { return }
        print("    \(keys.count) keys: median \(times[times.count / 2].median) µs, ", terminator: "")
        print("worst \(worst.median) µs at \"\(worst.key)\" (\(found))")
    }

    private static let typed = [
        "berlin", "paris texas", "springfield il", "san jose cr", "new york", "münchen", "muenchen", "москва",
        "東京",
        "القاهرة", "københavn", "los angeles", "rio de janeiro", "santiago", "washington dc",
        "london ontario", "wien",
        "saint-étienne", "kraków", "buenos aires", "sao paulo", "cape town", "st petersburg", "서울", "αθήνα",
        "istanbul",
        "zürich", "deutschland", "georgia", "la paz", "barcelna", "londno", "los angles", "frankfrut",
        "edinburg uk",
        "mount everest", "london, uk", "north sea", "san fransisco", "philadelpia",
    ]

    private static func run(count: Int) {
        let names = Names(count: count)
        var plain = NameIndex.Builder().finish()
        let building = Measurement(processorTimeOf: 1) { plain = names.index(hasLetterSets: false) }
        let index = names.index(hasLetterSets: true)
        let sets = Measurement(processorTimeOf: 1) { _ = names.index(hasLetterSets: true) }
        let bytes = (Double(plain.byteCount) / Double(count), Double(index.byteCount) / Double(count))
        print("  \(count) names and towns: \(bytes.0) bytes a record, \(bytes.1) with sets of letters,")
        print("    made in \(building.median / 1_000) and \(sets.median / 1_000) ms")
        let ranking = RowRanking(names.tree)
        for text in NameGenerator.queries { measure(text, plain, index, ranking) }
    }

    private static func measure(
        _ text: String, _ plain: NameIndex, _ index: NameIndex, _ ranking: RowRanking
    ) {
        let query = SearchQuery(text)
        let search = RowSearch(query: query, index: index, ranking: ranking)
        var scanned = 0
        let scan = Measurement(processorTimeOf: 3) { scanned = plain.matches(query)?.total ?? 0 }
        let peer = Measurement(processorTimeOf: 1) { _ = memmemCount(text, in: plain) }
        let first = Measurement(processorTimeOf: 5) { search.find(in: 0..<min(2, index.segmentCount)) }
        let alone = Measurement(processorTimeOf: 5) { search.find(in: 0..<index.segmentCount) }
        let both = Measurement(count: 9) { _ in search.findOnTwoThreads() }
        print("    \"\(text)\", \(scanned) hits (\(search.total)): scan \(scan.median) µs, ", terminator: "")
        print(
            "first results \(first.median), all \(alone.median), two threads \(both.median), ", terminator: ""
        )
        print("memmem \(peer.median)")
    }

    private typealias Search =
        @convention(c) (UnsafeRawPointer, Int, UnsafeRawPointer, Int) -> UnsafeRawPointer?

    /// What the C library's search counts over the same text. Its headers hide it, so it is asked for by name.
    static func memmemCount(_ text: String, in index: NameIndex) -> Int {
        guard let symbol = dlsym(nil, "memmem") else { return 0 }
        let memmem = unsafeBitCast(symbol, to: Search.self)
        let needle = FoldedText.folded(text)
        var count = 0
        index.withTextOfSegments { haystack in
            var start = haystack.startIndex
            while start < haystack.endIndex, let base = haystack.baseAddress,
                let found = memmem(base + start, haystack.count - start, needle, needle.count)
            {
                count += 1
                start = found - UnsafeRawPointer(base) + 1
            }
        }
        return count
    }
}

/// A search as the screen does it: the hits, the points to highlight, the thousand rows to list.
private struct RowSearch {
    let query: SearchQuery
    let index: NameIndex
    let ranking: RowRanking
    private static let listed = 1000
    private static let center = Coordinate(latitude: 50, longitude: 8)

    var total: Int { hits(in: 0..<index.segmentCount)?.total ?? 0 }

    func find(in segments: Range<Int>) {
        guard let hits = self.hits(in: segments) else { return }
        _ = ranking.best(
            Self.listed, of: hits, ranking.indices(of: hits), near: Self.center, in: index)
    }

    func findOnTwoThreads() {
        let middle = index.segmentCount / 2
        let parts = Mutex([(NameHits, PointSet)?](repeating: nil, count: 2))
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            guard let hits = self.hits(in: half == 0 ? 0..<middle : middle..<index.segmentCount) else {
                return
            }
            let points = ranking.indices(of: hits)
            parts.withLock { $0[half] = (hits, points) }
        }
        let found = parts.withLock { $0.compactMap(\.self) }
        let hits = NameHits(joining: found.map(\.0), of: query)
        var points = found[0].1
        points.formUnion(found[1].1)
        _ = ranking.best(Self.listed, of: hits, points, near: Self.center, in: index)
    }

    private func hits(in segments: Range<Int>) -> NameHits? {
        index.hits(query, in: segments, rankedCount: Self.listed)
    }
}

/// Names of rows and their places.
private struct Names {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private let count: Int

    init(count: Int) {
        self.count = count
        var generator = NameGenerator(seed: 7)
        for row in 0..<count {
            for hasAccent in [row % 8 == 0, false] {
                bytes += Array(generator.name(withAccent: hasAccent).utf8)
                ends.append(bytes.count)
            }
        }
    }

    func index(hasLetterSets: Bool) -> NameIndex {
        var builder = NameIndex.Builder(hasLetterSets: hasLetterSets)
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for (place, end) in ends.enumerated() {
                builder.appendField(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                start = end
                if place & 1 == 1 { builder.endRecord() }
            }
        }
        return builder.finish()
    }

    /// The places of the rows.
    var tree: QuadTree {
        var buffer = PointBuffer()
        var generator = PlaceGenerator(seed: 7)
        for row in 0..<UInt32(count) {
            buffer.append(generator.place(), row: row)
        }
        return QuadTree(buffer)
    }
}

/// Names like those of places, by a seed.
struct NameGenerator {
    /// Rare, frequent, hardly there, several words, another spelling, letters that are everywhere.
    static let queries = [
        "zzz", "quax", "ng", "ang", "ban", "e a i", "s t", "ing", "ber", "lin", "san jose", "an", "tarnberg",
        "muenchen", "new ta", "a b c",
    ]
    private static let starts = Array("bcdfghklmnprstvwzqxj").map(String.init) + ["st", "ch", "br", "", ""]
    private static let vowels = ["a", "a", "e", "e", "i", "o", "u"]
    private static let ends = ["", "", "", "", "n", "r", "s", "l", "ng", "m", "t", "x"]
    private static let accents = ["é", "ü", "ø", "ł", "ß", "ñ", "š", "ā"]
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func name(withAccent: Bool) -> String {
        var name = ""
        for word in 0...number(below: 2) {
            if word > 0 { name += " " }
            for _ in 0...number(below: 3) + 1 {
                // The first of each kind come most often.
                name += Self.starts[min(number(below: Self.starts.count), number(below: Self.starts.count))]
                name += Self.vowels[number(below: Self.vowels.count)]
                name += Self.ends[number(below: Self.ends.count)]
            }
        }
        if withAccent { name += Self.accents[number(below: Self.accents.count)] }
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
