import MapModel

extension Options {
    /// The coordinate that the user means by `text`: a coordinate, a `geo:` URI or a map's URL.
    func resolvePlace(_ text: String) throws(UsageError) -> Coordinate {
        do throws(CoordinateText.Failure) {
            return try CoordinateText(text).coordinate
        } catch {
            throw UsageError("--near: \(error)")
        }
    }
}
