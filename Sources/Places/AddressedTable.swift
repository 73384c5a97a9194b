import MapModel
import RowValues
import Rows
import Streams

/// A table whose rows have places by their addresses, with columns that say what databases know of them.
struct AddressedTable: ColumnsBehindTable {
    let base: any RowTable
    let addresses: RowAddresses
    let columnNames: [String]
    private let added: [AddressColumn]

    /// - Parameter hasSeveral: rows have several addresses, one of which was used.
    init(base: any RowTable, addresses: RowAddresses, hasSeveral: Bool) {
        (self.base, self.addresses) = (base, addresses)
        added = AddressColumn.allCases.filter { $0 != .usedAddress || hasSeveral }
        let names = added.map(\.rawValue)
        columnNames = AddedPlaceColumns.names(base.columnNames, beside: names) + names
    }

    /// True: its own columns say where rows are.
    func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool { true }

    func valuesBehind(_ row: SourceRow) -> [FieldValue] {
        let code = row.row < addresses.codes.count ? addresses.codes[Int(row.row)] : RowAddresses.none
        guard code < addresses.facts.count else { return Array(repeating: .missing, count: added.count) }
        return added.map { column in
            let text = text(column, code)
            return text.isEmpty ? .missing : FieldValue(column.isNumber ? .number : .text, text)
        }
    }

    func appendBehind(
        _ slots: [(builder: Int, column: Int)], to builders: inout [ColumnBuilder], isCancelled: () -> Bool
    ) throws(SourceError) {
        for slot in slots {
            let texts = addresses.facts.indices.map { Array(text(added[slot.column], UInt32($0)).utf8) }
            for row in 0..<recordCount {
                if row & 0xFFFF == 0, isCancelled() { throw .cancelled }
                let code = row < addresses.codes.count ? addresses.codes[row] : RowAddresses.none
                let text = code < texts.count ? texts[Int(code)] : []
                text.withUnsafeBufferPointer { builders[slot.builder].append($0) }
            }
        }
    }

    private func text(_ column: AddressColumn, _ code: UInt32) -> String {
        let fact = addresses.facts[Int(code)]
        switch column {
        case .latitude: return fact.coordinate.map { AddedPlaceColumns.degrees($0.latitudeE7) } ?? ""
        case .longitude: return fact.coordinate.map { AddedPlaceColumns.degrees($0.longitudeE7) } ?? ""
        case .radius: return fact.radius.map(String.init) ?? ""
        case .usedAddress: return fact.address
        case .kind: return fact.kind
        case .country: return fact.country
        case .region: return fact.region
        case .city: return fact.city
        case .network: return fact.network
        case .system: return fact.systemNumber.map(String.init) ?? ""
        case .organisation: return fact.organisation
        }
    }
}

/// A column that databases of addresses add.
enum AddressColumn: String, CaseIterable {
    case usedAddress = "ip_used"
    case kind = "ip_kind"
    case country, region, city, network
    case system = "asn"
    case organisation, latitude, longitude
    case radius = "radius_km"

    var isNumber: Bool { self == .latitude || self == .longitude || self == .radius || self == .system }
}
