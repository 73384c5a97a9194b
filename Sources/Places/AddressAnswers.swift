import Addresses
import MapModel
import Rows
import Streams

/// What the values of address columns mean: by number, as combinations are.
struct AddressAnswers: Sendable {
    /// By combination; nil where its values are all empty.
    var found: [FoundPlace?] = []
    /// By combination.
    var facts: [RowAddresses.Fact] = []
    /// The first damaged record that was met.
    var fault: DatabaseFault?
    /// How many had a damaged record.
    var damagedCount = 0

    /// Forgets all combinations but some, which are numbered anew.
    mutating func keep(_ numbers: [Int]) {
        (found, facts) = (numbers.map { found[$0] }, numbers.map { facts[$0] })
    }

    /// Asks the databases for values that are not known yet.
    ///
    /// - Parameters:
    ///   - values: of each combination, the address first, then what a proxy says.
    ///   - middle: where the middle of a country is.
    mutating func add(
        _ values: some Sequence<[String]>, _ finder: AddressFinder?,
        middle: (_ country: String) -> FixedCoordinate?
    ) {
        for values in values {
            let (found, fact) = answer(values, finder, middle)
            self.found.append(found)
            facts.append(fact)
        }
    }

    private mutating func answer(
        _ values: [String], _ finder: AddressFinder?, _ middle: (String) -> FixedCoordinate?
    ) -> (FoundPlace?, RowAddresses.Fact) {
        guard let chosen = Self.address(values) else {
            let text = values.first ?? ""
            let isEmpty = text.isEmpty || text == "-"
            return (isEmpty ? nil : Self.unknown("a name"), RowAddresses.Fact(address: isEmpty ? "" : text))
        }
        var fact = RowAddresses.Fact(address: chosen.address.description)
        fact.isForwarded = chosen.isForwarded
        guard let finder else {
            fact.kind = AddressKind(chosen.address).rawValue
            return (Self.nowhere(AddressKind(chosen.address)), fact)
        }
        let answer = finder.find(chosen.address)
        if let fault = answer.fault {
            self.fault = self.fault ?? fault
            damagedCount += 1
        }
        fact.kind = answer.kind.rawValue
        fact.network = answer.network?.description ?? ""
        fact.describe(answer.place)
        guard answer.kind == .public else { return (Self.nowhere(answer.kind), fact) }
        let exact = answer.place.coordinate.map { FixedCoordinate($0) }
        fact.isRough = exact == nil || (answer.place.radius ?? 0) > Self.largestRadius
        guard let coordinate = exact ?? middle(fact.country) else { return (Self.unknown("unknown"), fact) }
        fact.coordinate = coordinate
        let place = KnownPlace(
            coordinate: coordinate, match: fact.isRough ? .rough : .exact, name: "", country: fact.country)
        return (.known(place), fact)
    }

    /// Kilometres; a larger circle says little more than a country.
    private static let largestRadius = 200

    private static func unknown(_ words: String) -> FoundPlace {
        .missing(.unknownAddress, words: words, candidates: [])
    }

    private static func nowhere(_ kind: AddressKind) -> FoundPlace {
        let reason: SkippedRows.Reason =
            switch kind {
            case .public: .unknownAddress
            case .private: .privateAddress
            case .loopback: .loopbackAddress
            case .linkLocal: .linkLocalAddress
            case .shared: .sharedAddress
            case .multicast: .multicastAddress
            case .documentation: .documentationAddress
            case .reserved: .reservedAddress
            case .unspecified: .unspecifiedAddress
            }
        return .missing(reason, words: kind == .public ? "unknown" : kind.rawValue, candidates: [])
    }

    /// The address in the column, unless it is not public and a proxy names one that is: the first of these.
    private static func address(_ values: [String]) -> (address: NetworkAddress, isForwarded: Bool)? {
        let own = values.first.flatMap { first($0) }
        if let own, AddressKind(own) == .public { return (own, false) }
        for value in values.dropFirst() {
            let named = addresses(value).first { AddressKind($0) == .public }
            if let named { return (named, true) }
        }
        return own.map { ($0, false) }
    }

    /// The first public address of a list, else the first.
    private static func first(_ text: String) -> NetworkAddress? {
        if let only = NetworkAddress(text.prefix(longest)) { return only }
        let all = addresses(text)
        return all.first { AddressKind($0) == .public } ?? all.first
    }

    /// A longer text is no address.
    private static let longest = 200
    /// Addresses of a list that are looked at: a proxy adds one, a stranger may add thousands.
    private static let mostForwarded = 32

    /// Those of a list such as `203.0.113.9, 10.0.0.7`, or of `for=192.0.2.60;proto=http, for="[2001:db8::1]:443"`.
    private static func addresses(_ text: String) -> [NetworkAddress] {
        text.split(separator: ",", maxSplits: mostForwarded).prefix(mostForwarded).compactMap { part in
            let plain = part.trimmed
            if let address = NetworkAddress(plain.prefix(longest)) { return address }
            let pairs = plain.split(separator: ";")
            guard let named = pairs.first(where: { $0.trimmed.lowercased().hasPrefix("for=") }) else {
                return nil
            }
            // Servers that log a quote escape it.
            let value = named.trimmed.dropFirst(4).prefix(longest).replacing("\\x22", with: "\"")
            return NetworkAddress(value.filter { $0 != "\"" && $0 != "\\" })
        }
    }
}

extension Substring {
    /// Without blanks around it.
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }
}

extension RowAddresses.Fact {
    /// Takes what databases say of the place.
    fileprivate mutating func describe(_ place: AddressPlace) {
        (country, region, city) = (place.country ?? "", place.region ?? "", place.city ?? "")
        (systemNumber, organisation) = (place.systemNumber, place.organisation ?? "")
        radius = place.radius
    }
}
