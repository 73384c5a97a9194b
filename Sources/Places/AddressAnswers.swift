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
    ///   - choices: the addresses of each combination.
    ///   - middle: where the middle of a country is.
    mutating func add(
        _ choices: some Sequence<AddressChoice>, _ finder: AddressFinder?,
        middle: (_ country: String) -> FixedCoordinate?
    ) {
        for choice in choices {
            let (found, fact) = answer(choice, finder, middle)
            self.found.append(found)
            facts.append(fact)
        }
    }

    private mutating func answer(
        _ choice: AddressChoice, _ finder: AddressFinder?, _ middle: (String) -> FixedCoordinate?
    ) -> (FoundPlace?, RowAddresses.Fact) {
        guard let address = choice.address else {
            let text = choice.text
            let isEmpty = text.isEmpty || text == "-"
            return (isEmpty ? nil : Self.unknown("a name"), RowAddresses.Fact(address: isEmpty ? "" : text))
        }
        var fact = RowAddresses.Fact(address: address.description)
        fact.isForwarded = choice.isForwarded
        guard let finder else {
            fact.kind = AddressKind(address).rawValue
            return (Self.nowhere(AddressKind(address)), fact)
        }
        let answer = finder.find(address)
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
}

extension RowAddresses.Fact {
    /// Takes what databases say of the place.
    fileprivate mutating func describe(_ place: AddressPlace) {
        (country, region, city) = (place.country ?? "", place.region ?? "", place.city ?? "")
        (systemNumber, organisation) = (place.systemNumber, place.organisation ?? "")
        radius = place.radius
    }
}
