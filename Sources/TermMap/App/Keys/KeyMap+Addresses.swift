import CellGraphics

extension KeyMap {
    /// The keys of the panel of addresses, which come before those of the map.
    static let addressBindings: [KeyBinding] =
        [
            (
                "<", "group-left", AddressListCommand.group(step: -1), "group by network, country …",
                "group by"
            ),
            (">", "group-right", .group(step: 1), "group by network, country …", "group by"),
            ("s", "address-order", .sort, "order of addresses", "order"),
            ("f", "only-address", .filter(isNegated: false), "only, not this address", "only this"),
            ("F", "not-address", .filter(isNegated: true), "only, not this address", "not this"),
            ("Space", "mark-address", .mark, "mark all its lines", "mark"),
            ("y", "copy-address", .copy, "copy the address", "copy"),
            ("t", "address-table", .table, "its lines as a table", "table"),
            ("", "geoip", .databases, "databases of addresses", "databases"),
        ].map { keys, name, command, help, hint in
            KeyBinding(
                strokes: keys.split(separator: " ").compactMap { BoundStroke(String($0)) }, name: name,
                command: .addresses(command), places: command == .databases ? [.map] : [.list(.addresses)],
                group: .lists, help: help, hint: hint)
        }
}
