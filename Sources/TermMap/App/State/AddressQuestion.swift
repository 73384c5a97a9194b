import MapModel
import Rows

/// Rows whose addresses are to be counted, and how.
package struct AddressQuestion: Sendable {
    /// What a line of the panel stands for.
    package enum Grouping: CaseIterable, Sendable {
        case address, network, organisation, country

        package var word: String {
            switch self {
            case .address: "address"
            case .network: "network"
            case .organisation: "organisation"
            case .country: "country"
            }
        }

        /// Which group an address belongs to; empty where that is not known.
        func name(of fact: RowAddresses.Fact) -> String {
            switch self {
            case .address: fact.address
            case .network: fact.network
            case .organisation: fact.owner
            case .country: fact.country
            }
        }
    }

    /// What comes first.
    package enum Order: CaseIterable, Sendable { case lines, newest, name }

    package let rows: TableQuestion
    let addresses: RowAddresses
    /// The class of each row; empty where rows have no colours.
    let classes: [UInt8]
    package let grouping: Grouping
    package let order: Order
}

extension AddressQuestion: Equatable {
    /// Addresses come with the tree.
    package static func == (left: Self, right: Self) -> Bool {
        left.rows == right.rows && left.grouping == right.grouping && left.order == right.order
            && left.classes.count == right.classes.count
    }
}
