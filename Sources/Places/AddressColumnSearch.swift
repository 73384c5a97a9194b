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
        "clientaddress", "sourceips", "callerip", "idorigh",
    ]
    /// Names of the columns of both ends of a flow, of which one is one's own.
    private static let flowEnds = [
        ("srcip", "dstip"), ("srcip", "destip"), ("sourceip", "destip"), ("sourceip", "destinationip"),
        ("srcaddr", "dstaddr"), ("saddr", "daddr"), ("src", "dst"), ("src", "dest"), ("sa", "da"),
        ("sourceaddress", "destinationaddress"), ("idorigh", "idresph"),
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
        return described(column, "--ip", [])
    }

    /// The column whose name says that it has addresses, else the first whose values mostly are some.
    func found() -> DetectedPlaces? {
        let shares = columns.indices.prefix(CodeColumnSearch.columnLimit).map(share)
        let fitting = shares.indices.filter { shares[$0] > 0.5 && !isForwarded($0) }
        func named(_ isCalled: (_ column: String, _ name: String) -> Bool) -> Int? {
            for name in Self.names {
                let column = shares.indices.first { shares[$0] >= 0.1 && isCalled(columns[$0], name) }
                if let column { return column }
            }
            return nil
        }
        // Of `destination.ip` and `source.ip` the whole name says more than its last part.
        let named = named { ColumnNames.folded($0) == $1 } ?? named { Self.folded($0).contains($1) }
        if let named {
            return described(named, "by name", fitting)
        }
        if let first = fitting.first { return described(first, "by its values", fitting) }
        // In a log the column has addresses and nothing else, even if the first lines have none.
        guard columns.first == "line", let column = columns.firstIndex(of: "ip") else { return nil }
        return described(column, "by name", [])
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
        let known = values.count { value in value.withUnsafeBufferPointer(AddressArray.isAddress) }
        return values.isEmpty ? 0 : Double(known) / Double(values.count)
    }

    /// The column with the other ends of the flows of a column; nil where it has no ends of flows.
    private func otherEnd(of column: Int, among fitting: [Int]) -> Int? {
        let names = Self.folded(columns[column])
        return Self.flowEnds.lazy.filter { names.contains($0.0) }.compactMap { _, other in
            fitting.first { $0 != column && Self.folded(columns[$0]).contains(other) }
        }.first
    }

    /// - Parameter fitting: all columns with addresses.
    private func described(_ column: Int, _ rule: String, _ fitting: [Int]) -> DetectedPlaces {
        var roles = PlaceRoles()
        let forwarded = columns.indices.first { $0 != column && isForwarded($0) }
        let otherEnd = otherEnd(of: column, among: fitting)
        roles.address = AddressRole(column: column, otherEnd: otherEnd, forwarded: forwarded)
        func title(_ column: Int) -> String { "column \(column + 1), \(quoted(columns[column]))" }
        var reasons = ["address: \(title(column)) (\(rule))"]
        var notice = "places are taken from the addresses in \(quoted(columns[column]))"
        if let otherEnd {
            reasons.append("other end: \(title(otherEnd)) (by name)")
            notice += ", or in \(quoted(columns[otherEnd])) where only those are public"
        }
        if let forwarded { reasons.append("forwarded: \(title(forwarded)) (by name)") }
        var notices = [notice]
        let others = fitting.filter { $0 != column && $0 != otherEnd }
        if !others.isEmpty {
            let names = others.map { quoted(columns[$0]) }.joined(separator: ", ")
            notices.append("other addresses in \(names) (choose with --ip)")
        }
        return DetectedPlaces(roles: roles, reasons: reasons, notices: notices)
    }
}
