import MapModel
import Testing

@testable import PlaceNames

@Suite struct TownNamesTests {
    @Test(arguments: [2, 7]) func anyNumberOfWorkersReadsTheSame(count: Int) {
        let workers = Workers(count: count) { count, parts in for part in 0..<count { parts(part) } }
        let towns = TownNames(ShippedNames.gazetteer)
        #expect(TownNames(ShippedNames.gazetteer, by: workers) == towns)
        #expect(towns.byteCount > 0)
    }
}
