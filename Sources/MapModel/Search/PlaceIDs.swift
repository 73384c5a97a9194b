/// The numbers of neighbouring entries of a gazetteer, in ascending order.
public struct PlaceIDs: RandomAccessCollection, Sendable {
    public let startIndex: Int
    public let endIndex: Int

    init(_ range: Range<Int>) {
        startIndex = range.lowerBound
        endIndex = range.upperBound
    }

    public subscript(index: Int) -> PlaceID {
        precondition(index >= startIndex && index < endIndex, "a place must be one of these")
        return PlaceID(index: UInt32(truncatingIfNeeded: index))
    }
}
