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
        var generator = NameGenerator(seed: 7)
        var builder = NameIndex.Builder()
        for row in 0..<count {
            builder.appendField(generator.name(withAccent: row % 8 == 0))
            builder.appendField(generator.name(withAccent: false))
            builder.endRecord()
        }
        let index = builder.snapshot()
        let bytes = Double(index.byteCount) / Double(count)
        print("  \(count) names and towns: \(bytes) bytes a record")
        for text in NameGenerator.queries { measure(text, in: index) }
    }

    private static func measure(_ text: String, in index: NameIndex) {
        let query = SearchQuery(text)
        var total = 0
        let alone = Measurement(processorTimeOf: 5) { total = index.matches(query)?.total ?? 0 }
        let both = Measurement(count: 5) { _ in total = halves(query, in: index) }
        let peer = Measurement(processorTimeOf: 3) { _ = memmemCount(text, in: index) }
        print(
            "    \"\(text)\", \(total) hits: \(alone.median) µs, two threads \(both.median) µs, ",
            terminator: "")
        print("memmem \(peer.median) µs (\(memmemCount(text, in: index)))")
    }

    private static func halves(_ query: SearchQuery, in index: NameIndex) -> Int {
        let middle = index.segmentCount / 2
        let parts = Mutex([NameMatches?](repeating: nil, count: 2))
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            let range = half == 0 ? 0..<middle : middle..<index.segmentCount
            let found = index.matches(query, in: range)
            parts.withLock { $0[half] = found }
        }
        return NameMatches(joining: parts.withLock { $0.compactMap(\.self) }, of: query).total
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

/// Names like those of places, by a seed.
struct NameGenerator {
    /// Rare, frequent, hardly there, several words, another spelling, letters that are everywhere.
    static let queries = [
        "zzz", "quax", "ing", "ber", "lin", "san jose", "an", "tarnberg", "muenchen", "new ta", "a b c",
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
