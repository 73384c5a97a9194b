/// Says where addresses are, by all databases together.
package struct AddressFinder: Sendable {
    /// The databases, those of cities first.
    package let databases: [AddressDatabase]

    /// What is known of an address.
    package struct Answer: Sendable {
        /// What the address is for.
        package let kind: AddressKind
        /// What the databases say; nothing of addresses that are not public.
        package var place = AddressPlace()
        /// The network that the databases mean; nil where they know none.
        package var network: AddressNetwork?
        /// The first damaged record that was met.
        package var fault: DatabaseFault?
    }

    /// - Parameter databases: in any order.
    package init(_ databases: [AddressDatabase]) {
        let kinds = AddressDatabase.Kind.allCases
        self.databases = kinds.flatMap { kind in databases.filter { $0.kind == kind } }
    }

    /// What is known of an address; only public ones are looked up.
    package func find(_ address: NetworkAddress) -> Answer {
        var answer = Answer(kind: AddressKind(address))
        guard answer.kind == .public else { return answer }
        for database in databases {
            do throws(DatabaseFault) {
                guard let found = try database.find(address) else { continue }
                if answer.network == nil {
                    answer.place = found.place
                    answer.network = AddressNetwork(of: address, bits: found.bits)
                } else {
                    answer.place.fill(from: found.place)
                }
            } catch {
                answer.fault = answer.fault ?? error
            }
        }
        return answer
    }
}
