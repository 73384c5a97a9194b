/// The number of a country, region or place of a gazetteer, in one space: 0..<count.
///
/// Countries come first, then regions, then places, those with most people first.
public struct PlaceID: Hashable, Comparable, Sendable {
    public let index: UInt32

    public init(index: UInt32) { self.index = index }

    public static func < (left: PlaceID, right: PlaceID) -> Bool { left.index < right.index }
}
