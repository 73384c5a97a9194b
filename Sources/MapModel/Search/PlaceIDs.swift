/// The numbers of neighbouring entries of a gazetteer, in ascending order.
public struct PlaceIDs: RandomAccessCollection, Sendable {
    /// The index of the first entry; indices are those of `PlaceID`.
    public let startIndex: Int
    /// The index after the last entry.
    public let endIndex: Int

    init(_ range: Range<Int>) {
        startIndex = range.lowerBound
        endIndex = range.upperBound
    }

    /// The ID at an index, which must lie in `startIndex..<endIndex`.
    public subscript(index: Int) -> PlaceID {
        precondition(index >= startIndex && index < endIndex, "a place must be one of these")
        return PlaceID(index: UInt32(truncatingIfNeeded: index))
    }
}
