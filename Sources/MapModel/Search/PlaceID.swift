/// The number of a country, region or place of a gazetteer, in one space: 0..<count.
///
/// Countries come first, then regions, then places, those with most people first.
public struct PlaceID: Hashable, Comparable, Sendable {
    /// The entry's index in the gazetteer.
    public let index: UInt32

    /// The ID of the entry at `index`; it is checked when a gazetteer reads the entry.
    public init(index: UInt32) { self.index = index }

    /// Orders by index.
    public static func < (left: PlaceID, right: PlaceID) -> Bool { left.index < right.index }
}
