import MapModel
import Streams

/// What is known of the addresses of rows, such as the lines of a log.
package struct RowAddresses: Sendable {
    /// What is known of one address.
    package struct Fact: Sendable, Equatable {
        /// As RFC 5952 writes it.
        package var address: String
        /// What it is for: "public", "private" …
        package var kind = ""
        /// `192.0.2.0/24`; empty where no database knows it.
        package var network = ""
        /// The number of the autonomous system.
        package var systemNumber: Int?
        /// Whose network it is.
        package var organisation = ""
        /// The two letters of the country.
        package var country = ""
        /// The region of the country.
        package var region = ""
        /// The city, in the language of the user.
        package var city = ""
        /// Where it is taken to be; nil for nowhere.
        package var coordinate: FixedCoordinate?
        /// Kilometres around its place within which it is likely to be.
        package var radius: Int?
        /// No more is known of its place than a country.
        package var isRough = false
        /// It was taken from what a proxy says, since the other one is not public.
        package var isForwarded = false

        /// An address of which nothing is known.
        package init(address: String) { self.address = address }
    }

    /// What is known of a database.
    package struct Database: Sendable, Equatable {
        /// Its path.
        package var name: String
        /// "city", "country", "network".
        package var kind: String
        /// What it says of itself, such as `GeoLite2-City`.
        package var type: String
        /// When it was made: seconds since 1970.
        package var madeAt: UInt64
        /// Nodes of its tree.
        package var nodes: Int

        /// A database with what it says of itself.
        package init(name: String, kind: String, type: String, madeAt: UInt64, nodes: Int) {
            (self.name, self.kind, self.type, self.madeAt, self.nodes) = (name, kind, type, madeAt, nodes)
        }
    }

    /// The column with the addresses that rows were placed by.
    package var column = ""
    /// The databases that were asked, those of cities first.
    package var databases: [Database] = []
    /// The number of the address of each row; `none` for rows without one.
    package private(set) var codes: [UInt32]
    /// By number.
    package private(set) var facts: [Fact]

    /// Of rows without an address.
    package static let none = UInt32.max

    /// Addresses by number.
    package init(codes: [UInt32], facts: [Fact]) { (self.codes, self.facts) = (codes, facts) }

    /// What is known of the address of a row; nil for one without.
    package func fact(ofRow row: UInt32) -> Fact? {
        guard row < codes.count, codes[Int(row)] < facts.count else { return nil }
        return facts[Int(codes[Int(row)])]
    }

    /// Those of a source and of one whose rows follow from number `offset` on; nil where neither has any.
    package static func joined(
        _ first: RowAddresses?, _ next: RowAddresses?, offset: UInt32, capacity: Int
    ) -> RowAddresses? {
        guard first != nil || next != nil else { return nil }
        var all = first ?? RowAddresses(codes: [], facts: [])
        all.codes += repeatElement(none, count: max(0, Int(offset) - all.codes.count))
        if let next {
            if all.column.isEmpty { all.column = next.column }
            all.databases += next.databases.filter { !all.databases.contains($0) }
            let before = UInt32(all.facts.count)
            all.facts += next.facts
            all.codes += next.codes.lazy.map { $0 == none ? none : $0 + before }
        }
        all.codes += repeatElement(none, count: max(0, capacity - all.codes.count))
        return all
    }
}

extension RowAddresses.Fact {
    /// "Amsterdam, NL", as far as it is known.
    package var place: String {
        let nearest = city.isEmpty ? region : city
        return [nearest, country].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// "AS64500 Example Net", as far as it is known.
    package var owner: String {
        [systemNumber.map { "AS\($0)" } ?? "", organisation].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// How exact its place is: "city, ±50 km".
    package var precision: String {
        let level = !city.isEmpty ? "city" : !region.isEmpty ? "region" : "country"
        return level + (radius.map { ", ±\(grouped($0)) km" } ?? "")
    }
}
