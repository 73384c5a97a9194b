import MapModel

/// The names of all towns and islands, and apart from them of all else, by hash.
struct TownNames: Sendable, Equatable {
    /// How a name in the table is a name of its place.
    enum Form: UInt32, Sendable {
        /// As it is written.
        case whole
        /// Without the blanks.
        case joined
        /// The first words of the main name.
        case beginning
        /// A name or code of what is no town or island.
        case other
    }

    /// A place that a text names.
    struct Candidate: Equatable {
        let entry: UInt32
        /// Whether by one of its main names; one in another language counts less.
        var isMain: Bool
    }

    /// A half decade of people each; the first is for those without any.
    static let classCount = middles.count
    /// So many words of a name may begin another.
    private static let longestBeginning = 3

    private let table: NumberTable
    /// The first town of the gazetteer.
    let firstTown: Int
    /// Of each town.
    private let sizeClasses: [UInt8]
    /// Of each town: 1 for the only one of its main name in its country, 2 besides for the only one anywhere.
    private let uniqueness: [UInt8]
    /// Islands and towns by country.
    private let entries: [UInt32]
    private let starts: [Int]
    /// Different main names of each country.
    let nameCounts: [Double]
    /// The share of each country's towns whose main name another one there has, too; a little more than that.
    let sharedShares: [Double]

    /// Reads the names of all towns and islands.
    ///
    /// - Complexity: O(bytes of names), shared by the workers.
    init(_ gazetteer: Gazetteer, by workers: Workers = .alone) {
        var reader = Reader()
        var buffer = FoldingBuffer()
        let islands = gazetteer.features.filter { gazetteer.kind(of: $0) == .island }
        for id in islands { reader.read(id, gazetteer, &buffer) }
        for id in gazetteer.ids where id.index < UInt32(gazetteer.places.startIndex) {
            let isIsland = gazetteer.kind(of: id) == .island
            if !isIsland { reader.read(id, gazetteer, &buffer, isTown: false) }
        }
        firstTown = gazetteer.places.startIndex
        reader.titles.removeAll()
        for share in Self.readers(gazetteer, workers) { reader.append(share) }
        table = NumberTable(hashes: reader.hashes, values: reader.values)
        sizeClasses = gazetteer.places.map { Self.sizeClass(people: gazetteer.population(of: $0)) }
        let towns = gazetteer.places.map { gazetteer.country(of: $0).map { Int($0.index) } ?? -1 }
        (entries, starts) = Self.byCountry(islands + Array(gazetteer.places), gazetteer)
        (uniqueness, nameCounts, sharedShares) = Self.count(reader.titles, towns, gazetteer.countryCount)
    }

    /// What each worker has read of the towns, in their order.
    private static func readers(_ gazetteer: Gazetteer, _ workers: Workers) -> [Reader] {
        let towns = gazetteer.places
        return workers.shares(of: towns.count) { range in
            var reader = Reader()
            var buffer = FoldingBuffer()
            for number in range { reader.read(towns[towns.startIndex + number], gazetteer, &buffer) }
            return reader
        }
    }

    /// Bytes that it occupies.
    var byteCount: Int { table.byteCount + sizeClasses.count + uniqueness.count + 4 * entries.count }

    /// The class of a place by its people.
    static func sizeClass(people: Int) -> UInt8 {
        people > 0 ? UInt8(1 + leastPeople.count { people >= $0 }) : 0
    }

    /// Of each class from the third.
    private static let leastPeople = [
        317, 1_000, 3_163, 10_000, 31_623, 100_000, 316_228, 1_000_000, 3_162_278, 10_000_000, 31_622_777,
    ]

    /// People of a place in the middle of each class.
    static let middles = [
        56, 178, 562, 1_778, 5_623, 17_783, 56_234, 177_828, 562_341, 1_778_279, 5_623_413, 17_782_794,
        56_234_133,
    ].map(Double.init)

    func sizeClass(of entry: UInt32) -> Int {
        Int(entry) < firstTown ? 0 : Int(sizeClasses[Int(entry) - firstTown])
    }

    /// Whether a town is the only one of its main name: in its country, or anywhere.
    func isUnique(_ entry: UInt32, anywhere: Bool) -> Bool {
        Int(entry) >= firstTown && uniqueness[Int(entry) - firstTown] & (anywhere ? 2 : 1) != 0
    }

    /// Calls `body` with each place that a hash names in one of the forms, some of them twice.
    @inline(__always)
    func visit(_ hash: UInt64, _ body: (Candidate, Form) -> Void) {
        table.visit(hash) { value in
            guard let form = Form(rawValue: value >> 1 & 3) else { return }
            body(Candidate(entry: value >> 3, isMain: value & 1 != 0), form)
        }
    }

    /// The islands and towns of a country.
    func towns(of country: Int) -> ArraySlice<UInt32> { entries[starts[country]..<starts[country + 1]] }

    private static func byCountry(
        _ ids: [PlaceID], _ gazetteer: Gazetteer
    ) -> (entries: [UInt32], starts: [Int]) {
        // Those of no country come last.
        let countries = ids.map { gazetteer.country(of: $0).map { Int($0.index) } ?? gazetteer.countryCount }
        var starts = [Int](repeating: 0, count: gazetteer.countryCount + 2)
        for country in countries { starts[country + 1] += 1 }
        for country in 1..<starts.count { starts[country] += starts[country - 1] }
        var ends = starts
        var entries = [UInt32](repeating: 0, count: ids.count)
        for (id, country) in zip(ids, countries) {
            entries[ends[country]] = id.index
            ends[country] += 1
        }
        return (entries, starts)
    }

    // MARK: reading

    private struct Reader {
        var hashes: [UInt64] = []
        var values: [UInt32] = []
        /// The hash of each entry's main name.
        var titles: [UInt64] = []
        private var joined: [UInt8] = []
        private var own: [UInt64] = []

        init() {
            hashes.reserveCapacity(1 << 20)
            values.reserveCapacity(1 << 20)
        }

        /// Adds what another one has read of the places that follow.
        mutating func append(_ next: Reader) {
            hashes += next.hashes
            values += next.values
            titles += next.titles
        }

        mutating func read(
            _ id: PlaceID, _ gazetteer: Gazetteer, _ buffer: inout FoldingBuffer, isTown: Bool = true
        ) {
            own.removeAll(keepingCapacity: true)
            gazetteer.withNames(of: id) { names in
                // A blank line ends the main names; without one only the first is one.
                var isMain = true
                var known = 1
                var start = 0
                var count = 0
                if let end = Self.endOfMainNames(names) {
                    known = names[..<end].count { $0 == UInt8(ascii: "\n") } + 1
                }
                while start < names.count {
                    var end = start
                    while end < names.count, names[end] != UInt8(ascii: "\n") { end &+= 1 }
                    if end > start {
                        isMain = count < known
                        buffer.clear()
                        buffer.append(UnsafeBufferPointer(rebasing: names[start..<end]))
                        let isTitle = count == 0
                        buffer.withBytes { append($0, id, isMain, isTitle: isTitle, isTown: isTown) }
                        count += 1
                    }
                    start = end + 1
                }
                if count == 0 { titles.append(0) }
            }
            if !isTown { readCodes(of: id, gazetteer) }
        }

        private mutating func readCodes(of id: PlaceID, _ gazetteer: Gazetteer) {
            let isCountry = Int(id.index) < gazetteer.countryCount
            guard isCountry || gazetteer.isFeature(id) else { return }
            let codes = [
                gazetteer.code(of: id), gazetteer.threeLetterCode(of: id), gazetteer.fourLetterCode(of: id),
            ]
            for code in codes where !code.isEmpty {
                let hash = FoldedName(code).hash
                guard !own.contains(hash) else { continue }
                own.append(hash)
                add(hash, id, false, .other)
            }
        }

        private static func endOfMainNames(_ names: UnsafeBufferPointer<UInt8>) -> Int? {
            var before: UInt8 = 0
            for (place, byte) in names.enumerated() {
                if byte == UInt8(ascii: "\n"), before == byte { return place - 1 }
                before = byte
            }
            return nil
        }

        private mutating func append(
            _ name: UnsafeBufferPointer<UInt8>, _ id: PlaceID, _ isMain: Bool, isTitle: Bool, isTown: Bool
        ) {
            let hash = NameHash.of(name)
            if isTitle { titles.append(hash) }
            guard !name.isEmpty, !own.contains(hash) else { return }
            own.append(hash)
            add(hash, id, isMain, isTown ? .whole : .other)
            guard isTown, name.contains(FoldedName.blank) else { return }
            joined.removeAll(keepingCapacity: true)
            for byte in name where byte != FoldedName.blank { joined.append(byte) }
            add(NameHash.of(joined), id, isMain, .joined)
            if isTitle { addBeginnings(name, id) }
        }

        private mutating func addBeginnings(_ name: UnsafeBufferPointer<UInt8>, _ id: PlaceID) {
            var words = 0
            for end in 0..<name.count
            where name[end] == FoldedName.blank && words < TownNames.longestBeginning {
                words += 1
                add(NameHash.of(UnsafeBufferPointer(rebasing: name[..<end])), id, true, .beginning)
            }
        }

        private mutating func add(_ hash: UInt64, _ id: PlaceID, _ isMain: Bool, _ form: Form) {
            hashes.append(hash)
            values.append(id.index << 3 | form.rawValue << 1 | (isMain ? 1 : 0))
        }
    }

    /// How often main names occur.
    private static func count(
        _ titles: [UInt64], _ countries: [Int], _ countryCount: Int
    ) -> (uniqueness: [UInt8], nameCounts: [Double], sharedShares: [Double]) {
        var uniqueness = [UInt8](repeating: 0, count: titles.count)
        var (names, towns, shared) = (
            [Int](repeating: 0, count: countryCount), [Int](repeating: 0, count: countryCount),
            [Int](repeating: 0, count: countryCount)
        )
        NumberTable(hashes: titles, values: titles.indices.map(UInt32.init)).forEachHash { places in
            for place in places {
                let country = countries[Int(place)]
                guard country >= 0 else { continue }
                let namesakes = places.count { countries[Int($0)] == country }
                uniqueness[Int(place)] = (namesakes == 1 ? 1 : 0) | (places.count == 1 ? 2 : 0)
                towns[country] += 1
                if namesakes > 1 { shared[country] += 1 }
                let isFirst = places.first { countries[Int($0)] == country } == place
                if isFirst { names[country] += 1 }
            }
        }
        let shares = zip(shared, towns).map { Double($0) / Double(max($1, 1)) + 0.02 }
        return (uniqueness, names.map { Double(max($0, 1)) }, shares)
    }
}
