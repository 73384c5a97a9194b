/// What an address is for; only public ones are somewhere.
package enum AddressKind: String, CaseIterable, Sendable {
    case `public`, `private`, loopback, linkLocal = "link-local", shared, multicast, documentation, reserved,
        unspecified

    /// The kind of an address, by the registries of special addresses (RFC 6890).
    package init(_ address: NetworkAddress) {
        self = address.isIPv4 ? Self.short(UInt32(truncatingIfNeeded: address.low)) : Self.long(address)
    }

    private static func short(_ address: UInt32) -> AddressKind {
        switch address {
        case 0: .unspecified
        case 0x0a00_0000...0x0aff_ffff, 0xac10_0000...0xac1f_ffff, 0xc0a8_0000...0xc0a8_ffff: .private
        case 0x7f00_0000...0x7fff_ffff: .loopback
        case 0xa9fe_0000...0xa9fe_ffff: .linkLocal
        case 0x6440_0000...0x647f_ffff: .shared
        case 0xe000_0000...0xefff_ffff: .multicast
        case 0xc000_0200...0xc000_02ff, 0xc633_6400...0xc633_64ff, 0xcb00_7100...0xcb00_71ff: .documentation
        case 0...0x00ff_ffff, 0xc000_0000...0xc000_00ff, 0xc612_0000...0xc613_ffff, 0xf000_0000...: .reserved
        default: .public
        }
    }

    private static func long(_ address: NetworkAddress) -> AddressKind {
        let high = address.high
        if high == 0, address.low <= 1 { return address.low == 0 ? .unspecified : .loopback }
        if high >> 56 == 0xff { return .multicast }
        if high >> 57 == 0xfc >> 1 { return .private }
        if high >> 54 == 0xfe80 >> 6 { return .linkLocal }
        if high >> 32 == 0x2001_0db8 || high >> 44 == 0x3fff0 { return .documentation }
        // Addresses of benchmarks, and what stands for IPv4 behind a gateway.
        if high >> 16 == 0x2001_0002_0000 { return .reserved }
        if high == 0x0064_ff9b_0000_0000, address.low >> 32 == 0 { return .public }
        return high >> 61 == 1 ? .public : .reserved
    }
}
