import TestSupport
import Testing

@testable import Addresses

@Suite struct AddressNetworkTests {
    @Test(arguments: [
        ("203.0.113.0/24", "203.0.113.255", true), ("203.0.113.0/24", "203.0.114.0", false),
        ("203.0.113.77/24", "203.0.113.1", true), ("0.0.0.0/0", "9.9.9.9", true),
        ("0.0.0.0/0", "2001:db8::1", false), ("10.0.0.0/31", "10.0.0.1", true),
        ("10.0.0.0/31", "10.0.0.2", false),
        ("9.9.9.9", "9.9.9.9", true), ("9.9.9.9", "9.9.9.8", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true),
        ("2001:db8::/32", "2001:db9::1", false), ("2001:db8::1/128", "2001:db8::1", true),
        ("::/0", "2001:db8::1", true), ("2001:db8::/65", "2001:db8:0:0:7fff::", true),
        ("2001:db8::/65", "2001:db8:0:0:8000::", false), ("9.0.0.0/8", "::ffff:9.1.1.1", true),
    ])
    func holdsTheAddressesThatBeginLikeIt(network: String, address: String, isInside: Bool) throws {
        let network = try #require(AddressNetwork(network))
        let address = try #require(NetworkAddress(address))
        #expect(network.contains(address) == isInside)
    }

    @Test(arguments: [
        "", "/", "/24", "1.2.3/24", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/-1", "::/129", "a/24", "1.2.3.4/024x",
    ])
    func otherTextsAreNone(text: String) { #expect(AddressNetwork(text) == nil) }

    @Test func agreesWithBitsOneByOne() throws {
        var random = SeededRandom(48)
        for _ in 0..<2_000 {
            let bits = Int.random(in: 0...32, using: &random)
            let base = UInt32.random(in: .min ... .max, using: &random)
            let flipped = base ^ (1 << UInt32.random(in: 0..<32, using: &random))
            let network = try #require(AddressNetwork("\(NetworkAddress(ipv4: base))/\(bits)"))
            let isSame = bits == 0 || base >> UInt32(32 - bits) == flipped >> UInt32(32 - bits)
            #expect(network.contains(NetworkAddress(ipv4: flipped)) == isSame)
        }
    }
}
