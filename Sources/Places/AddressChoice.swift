import Addresses
import RowValues

/// Which of the addresses of a row says where it is.
struct AddressChoice {
    /// Nil where there is none.
    let address: NetworkAddress?
    /// It was taken from what a proxy says, since no other one is public.
    let isForwarded: Bool
    /// What stands in the column of addresses.
    let text: String

    /// The address in the column, unless it is not public and another one is: the other end of a flow, then what a proxy names.
    ///
    /// - Parameters:
    ///   - values: of the columns in the order of `AddressRole.columns`.
    ///   - hasOtherEnd: the second one is the other end of a flow.
    init(_ values: [String], hasOtherEnd: Bool) {
        text = values.first ?? ""
        let ends = values.prefix(hasOtherEnd ? 2 : 1).map { Self.first($0) }
        let named = { values.dropFirst(ends.count).lazy.compactMap { Self.firstPublic($0) }.first }
        if let own = ends.lazy.compactMap(\.self).first(where: { AddressKind($0) == .public }) {
            (address, isForwarded) = (own, false)
        } else if let named = named() {
            (address, isForwarded) = (named, true)
        } else {
            (address, isForwarded) = (ends.lazy.compactMap(\.self).first, false)
        }
    }

    private static func firstPublic(_ text: String) -> NetworkAddress? {
        addresses(text).first { AddressKind($0) == .public }
    }

    /// The first public address of a list, else the first.
    private static func first(_ text: String) -> NetworkAddress? {
        if let only = NetworkAddress(text.prefix(longest)) { return only }
        let all = addresses(text)
        return all.first { AddressKind($0) == .public } ?? all.first
    }

    /// A longer text is no address.
    private static let longest = 200
    private static let longestArray = 8_192
    /// Addresses of a list that are looked at: a proxy adds one, a stranger may add thousands.
    private static let mostForwarded = 32

    /// Those of a list such as `203.0.113.9, 10.0.0.7`, or of `for=192.0.2.60;proto=http, for="[2001:db8::1]:443"`; a header that
    /// was sent twice is an array of such lists.
    private static func addresses(_ text: String) -> [NetworkAddress] {
        let lists = AddressArray(text.prefix(longestArray))?.texts ?? [text[...]]
        return lists.flatMap { $0.split(separator: ",", maxSplits: mostForwarded).prefix(mostForwarded) }
            .prefix(mostForwarded).compactMap(address)
    }

    private static func address(_ part: Substring) -> NetworkAddress? {
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

extension Substring {
    /// Without blanks around it.
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }
}
