import Addresses

extension FuzzTarget {
    /// One address, a database that is asked for some, and one whose description is good, whatever its tree and data are.
    static let addresses: Reader = { bytes in
        let read = NetworkAddress(String(decoding: bytes, as: UTF8.self))
        if let read { guard NetworkAddress(read.description) == read else { fatalError("another address") } }
        ask(bytes)
        if bytes.count > 2 { ask(described(bytes)) }
    }

    private static func ask(_ bytes: [UInt8]) {
        guard let database = try? AddressDatabase(bytes, name: "") else { return }
        for text in ["9.9.9.9", "1.0.0.1", "255.1.1.1", "2620:fe::fe", "::2"] {
            guard let address = NetworkAddress(text), let found = try? database.find(address),
                let place = found.place.coordinate
            else { continue }
            guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else { fatalError("no place") }
        }
    }

    /// A database of a tree and data, whose shape the first two bytes say.
    private static func described(_ bytes: [UInt8]) -> [UInt8] {
        let recordSize: UInt8 = [24, 28, 32][Int(bytes[0] % 3)]
        let members: [(String, [UInt8])] = [
            ("node_count", [0xC1, bytes[1] % 64 + 1]), ("record_size", [0xA1, recordSize]),
            ("ip_version", [0xA1, bytes[0] < 128 ? 4 : 6]), ("database_type", [0x44] + Array("City".utf8)),
            ("binary_format_major_version", [0xA1, 2]),
        ]
        let names = members.flatMap { name, value in
            [0x40 | UInt8(name.utf8.count)] + Array(name.utf8) + value
        }
        return bytes[2...] + [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8) + [0xE0 | UInt8(members.count)]
            + names
    }
}
