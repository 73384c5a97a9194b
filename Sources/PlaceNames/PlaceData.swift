import MapModel
import Synchronization

/// The names of a gazetteer, prepared for look-ups; frozen but for lists that are made when they are needed.
final class PlaceData: Sendable {
    let gazetteer: Gazetteer
    let countries: CountryNames
    let regions: RegionNames
    let towns: TownNames
    /// The names of each country's towns, for typing errors: made for the countries that have some.
    private let similar = Mutex<[Int: NameList]>([:])

    init(_ gazetteer: Gazetteer, by workers: Workers) {
        self.gazetteer = gazetteer
        countries = CountryNames(gazetteer)
        regions = RegionNames(gazetteer, countries)
        towns = TownNames(gazetteer, by: workers)
    }

    /// The names of the towns of a country; values are their hashes.
    ///
    /// - Complexity: O(places), for the first question about a country; 10 ms for a large one.
    func townList(of country: Int) -> NameList {
        similar.withLock { lists in
            if let list = lists[country] { return list }
            let list = madeTownList(of: country)
            lists[country] = list
            return list
        }
    }

    private func madeTownList(of country: Int) -> NameList {
        var list = NameList()
        var buffer = FoldingBuffer()
        for entry in towns.towns(of: country) {
            gazetteer.withNames(of: PlaceID(index: entry)) { names in
                var start = 0
                for end in 0...names.count where end == names.count || names[end] == UInt8(ascii: "\n") {
                    defer { start = end + 1 }
                    guard end > start else { continue }
                    buffer.clear()
                    buffer.append(UnsafeBufferPointer(rebasing: names[start..<end]))
                    buffer.withBytes { folded in
                        guard folded.count > 3, folded.allSatisfy({ $0 < 0x80 }) else { return }
                        list.append(folded, NameHash.of(folded))
                    }
                }
            }
        }
        list.sort()
        return list
    }
}
