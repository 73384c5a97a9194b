import TestSupport
import Testing

@testable import Addresses

@Suite struct PlaceTableTests {
    @Test func eachRecordKeepsItsPlace() {
        var random = SeededRandom(3)
        var table = PlaceTable()
        var known: [UInt32: Int] = [:]
        // Neighbours, and offsets from anywhere in four gigabytes.
        for number in 0..<20_000 {
            let offset = number % 2 == 0 ? UInt32(number) : UInt32.random(in: 0 ... .max, using: &random)
            guard known[offset] == nil else { continue }
            #expect(table.place(at: offset) == nil)
            var place = AddressPlace()
            place.systemNumber = number
            table.keep(number % 7 == 0 ? nil : place, at: offset)
            known[offset] = number
        }
        for (offset, number) in known {
            let place = table.place(at: offset)
            // Known, and damaged: neither is "not read yet".
            #expect(place != nil && place??.systemNumber == (number % 7 == 0 ? nil : number))
        }
        #expect(table.place(at: 1) == nil)
    }
}
