import MapModel

/// Addresses that begin with the same bits: `203.0.113.0/24`.
package struct AddressNetwork: Hashable, Sendable {
    private let first: NetworkAddress
    private let bits: Int

    /// A network as it is written, or an address alone; nil for what is neither.
    package init?(_ text: some StringProtocol) {
        guard let address = NetworkAddress(text) else { return nil }
        let slash = text.lastIndex(of: "/")
        bits = slash.flatMap { Int(text[text.index(after: $0)...]) } ?? address.bitCount
        guard bits <= address.bitCount else { return nil }
        first = address.masked(bits)
    }

    /// The network of an address whose first bits are so many.
    init(of address: NetworkAddress, bits: Int) { (first, self.bits) = (address.masked(bits), bits) }

    /// Whether an address is one of it.
    package func contains(_ address: NetworkAddress) -> Bool {
        address.isIPv4 == first.isIPv4 && address.masked(bits) == first
    }
}

extension AddressNetwork: CustomStringConvertible {
    /// `203.0.113.0/24`.
    package var description: String { "\(first)/\(bits)" }
}
