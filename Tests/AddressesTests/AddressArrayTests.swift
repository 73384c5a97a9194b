import Testing

@testable import Addresses

@Suite struct AddressArrayTests {
    @Test(arguments: [
        (#"["203.0.113.9","10.0.0.7"]"#, ["203.0.113.9", "10.0.0.7"]),
        (#"[ "2001:db8::7" , "" ]"#, ["2001:db8::7", ""]),
        (#"["a, b"]"#, ["a, b"]),
        (#"["for=\"[::1]\"", "b"]"#, [#"for=\"[::1]\""#, "b"]),
        ("[\n  \"192.0.2.1\"\n]", ["192.0.2.1"]),
    ])
    func textsOfAnArray(text: String, expected: [Substring]) {
        #expect(AddressArray(text)?.texts == expected)
    }

    @Test(arguments: ["[2001:db8::7]:443", "[]", "[1,2]", #"["203.0.113.9"#, #"{"a":"b"}"#, "", "["])
    func otherValuesAreNone(text: String) {
        #expect(AddressArray(text) == nil)
    }

    @Test func aStrangerAddsNoMoreThanCounts() {
        let text = "[" + Array(repeating: #""192.0.2.1""#, count: 1_000).joined(separator: ",") + "]"
        #expect(AddressArray(text)?.texts.count == 32)
    }

    @Test(arguments: [
        ("203.0.113.9", true), ("[2001:db8::7]:443", true), (#"["203.0.113.9"]"#, true),
        (#"["gate","203.0.113.9"]"#, false), ("gate", false), ("", false), ("[", false),
    ])
    func whetherAValueIsAnAddress(text: String, expected: Bool) {
        #expect(Array(text.utf8).withUnsafeBufferPointer(AddressArray.isAddress) == expected)
    }
}
