import Synchronization

/// A database of addresses in the MMDB format: a tree of bits whose leaves lead to records.
package final class AddressDatabase: Sendable {
    /// The path.
    package let name: String
    /// What kind of facts it has.
    package let kind: Kind
    /// What it says of itself, such as `GeoLite2-City`.
    package var type: String { facts.type }
    /// When it was made: seconds since 1970.
    package var madeAt: UInt64 { facts.madeAt }

    /// Nodes of its tree.
    package var nodeCount: Int { facts.nodeCount }

    /// What a database is asked for.
    package enum Kind: CaseIterable, Sendable { case city, country, network }

    private let bytes: DatabaseBytes
    private let facts: DatabaseFacts
    private let tree: AddressTree
    private let languages: [String]
    /// Where the walk goes on after the first 16 bits of IPv4.
    private let starts = AddressStarts()
    /// Places that were read.
    private let places = Mutex(PlaceTable())

    /// What a look-up finds.
    package struct Finding: Sendable {
        /// What the record says.
        package let place: AddressPlace
        /// Bits of the network.
        package let bits: Int
    }

    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - languages: of names, the best first.
    package convenience init(
        _ bytes: [UInt8], name: String, languages: [String] = ["en"]
    ) throws(DatabaseFault) {
        let facts: DatabaseFacts
        do throws(DatabaseFault.Reason) {
            facts = try DatabaseFacts(tail: Array(bytes.suffix(DatabaseFacts.span)), total: bytes.count)
        } catch {
            throw DatabaseFault(file: name, reason: error)
        }
        self.init(DatabaseBytes(bytes), facts, name: name, languages: languages)
    }

    init(_ bytes: DatabaseBytes, _ facts: DatabaseFacts, name: String, languages: [String]) {
        (self.bytes, self.name, self.languages, self.facts) = (bytes, name, languages, facts)
        tree = AddressTree(facts)
        let first = tree.someRecord(bytes).flatMap { record in
            var reader = facts.reader(bytes)
            return try? reader.value(at: record - facts.nodeCount - 16)
        }
        kind = Kind(type: facts.type, first: first)
    }

    /// What is known of an address; nil for nothing.
    ///
    /// - Throws: when the record is damaged.
    package func find(_ address: NetworkAddress) throws(DatabaseFault) -> Finding? {
        guard facts.isIPv6 || address.isIPv4 else { return nil }
        let (record, bits) = tree.walk(address, starts, bytes)
        if record == facts.nodeCount { return nil }
        let offset = record - facts.nodeCount - 16
        guard record < facts.nodeCount || offset >= 0 && offset < facts.dataBytes(of: bytes.count) else {
            throw DatabaseFault(file: name, reason: .beyond(node: lastNode(of: address)))
        }
        guard record > facts.nodeCount, let place = place(at: offset) else {
            throw DatabaseFault(file: name, reason: .record(node: lastNode(of: address)))
        }
        return Finding(place: place, bits: bits)
    }

    /// The node that leads to what a message is about.
    private func lastNode(of address: NetworkAddress) -> Int { tree.lastNode(of: address, bytes) }

    /// The place of a record, which is read once; nil where it is damaged.
    private func place(at offset: Int) -> AddressPlace? {
        let key = UInt32(truncatingIfNeeded: offset)
        if let known = places.withLock({ $0.place(at: key) }) { return known }
        var reader = facts.reader(bytes)
        let place = (try? reader.value(at: offset)).map { AddressPlace($0, languages: languages) }
        places.withLock { $0.keep(place, at: key) }
        return place
    }
}

extension AddressDatabase.Kind {
    /// By the name of the type, else by what a record has.
    init(type: String, first: RecordValue?) {
        let type = type.lowercased()
        func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
        let place = first.map { AddressPlace($0, languages: ["en"]) }
        if has("city", "enterprise", "insights", "location") {
            self = .city
        } else if has("asn", "isp") {
            self = .network
        } else if has("country") {
            self = .country
        } else if place?.coordinate != nil {
            self = .city
        } else {
            self = place?.systemNumber != nil && place?.country == nil ? .network : .country
        }
    }
}
