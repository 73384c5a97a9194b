import Addresses
import RowValues
import Streams

/// Looks for a column with addresses of the internet, by its name, then by its values.
struct AddressColumnSearch {
    let columns: [String]
    let sample: ColumnSample

    /// Names of columns with the address of whoever asked, folded, the best first.
    private static let names = [
        "ip", "clientip", "remoteaddr", "remoteip", "srcip", "sourceip", "src", "saddr", "client", "peer",
        "hostip",
        "clienthost", "sourceipaddress", "ipaddress", "ipaddr", "sourceaddress", "srcaddr", "remoteaddress",
        "clientaddress",
    ]
    /// Names of columns in which a proxy says for whom it asks.
    private static let forwardedNames: Set = [
        "forwarded", "xforwardedfor", "httpxforwardedfor", "forwardedfor", "cfconnectingip", "trueclientip",
        "xrealip",
    ]
    /// Values of a column that are judged.
    private static let judgedValues = 1_000

    /// The column that the user named; nil for an empty name: the best of all.
    func asked(_ name: String) throws(ColumnError) -> DetectedPlaces {
        guard !name.isEmpty else {
            if let found = found() { return found }
            throw .noCoordinates(found: columns, proposal: "no column of addresses, name one with --ip")
        }
        let found = ColumnNames(columns).columns(asked: name)
        guard let column = found.first else { throw .noSuchColumn(flag: "--ip", asked: name, found: columns) }
        guard found.count == 1 else {
            throw .ambiguousName(flag: "--ip", asked: name, columns: found.map { $0 + 1 })
        }
        return described(column, "--ip", others: [])
    }

    /// The column whose name says that it has addresses, else the first whose values mostly are some.
    func found() -> DetectedPlaces? {
        let shares = columns.indices.prefix(CodeColumnSearch.columnLimit).map(share)
        let fitting = shares.indices.filter { shares[$0] > 0.5 && !isForwarded($0) }
        let named = Self.names.lazy.compactMap { name in
            shares.indices.first { shares[$0] >= 0.1 && Self.folded(columns[$0]).contains(name) }
        }.first
        if let named {
            return described(named, "by name", others: fitting.filter { $0 != named })
        }
        if let first = fitting.first {
            return described(first, "by its values", others: Array(fitting.dropFirst()))
        }
        // In a log the column has addresses and nothing else, even if the first lines have none.
        guard columns.first == "line", let column = columns.firstIndex(of: "ip") else { return nil }
        return described(column, "by name", others: [])
    }

    /// The name of a column, and of a member of an object its last part.
    private static func folded(_ name: String) -> [String] {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return [ColumnNames.folded(name), ColumnNames.folded(last)]
    }

    private func isForwarded(_ column: Int) -> Bool {
        Self.folded(columns[column]).contains(where: Self.forwardedNames.contains)
    }

    /// The share of the values of a column that are addresses.
    private func share(of column: Int) -> Double {
        let values = sample.values(of: column, limit: Self.judgedValues).filter { $0 != [0x2d] }
        let known = values.count { value in value.withUnsafeBufferPointer { NetworkAddress($0) != nil } }
        return values.isEmpty ? 0 : Double(known) / Double(values.count)
    }

    private func described(_ column: Int, _ rule: String, others: [Int]) -> DetectedPlaces {
        var roles = PlaceRoles()
        let forwarded = columns.indices.first { $0 != column && isForwarded($0) }
        roles.address = AddressRole(column: column, forwarded: forwarded)
        func title(_ column: Int) -> String { "column \(column + 1), \(quoted(columns[column]))" }
        var reasons = ["address: \(title(column)) (\(rule))"]
        if let forwarded { reasons.append("forwarded: \(title(forwarded)) (by name)") }
        var notices = ["places are taken from the addresses in \(quoted(columns[column]))"]
        if !others.isEmpty {
            let names = others.map { quoted(columns[$0]) }.joined(separator: ", ")
            notices.append("other addresses in \(names) (choose with --ip)")
        }
        return DetectedPlaces(roles: roles, reasons: reasons, notices: notices)
    }
}
