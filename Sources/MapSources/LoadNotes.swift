/// What else there is to say about the records of a load.
public struct LoadNotes: Sendable, Equatable {
    /// Shown, at a longitude moved by a whole turn into ±180.
    public var wrappedLongitudes = 0
    /// Shown at 0, 0, where missing coordinates often end up.
    public var atZeroZero = 0
    /// Shown or skipped, with bytes that are not UTF-8.
    public var badUTF8Records = 0
    /// Skipped with a latitude beyond ±90 whose longitude would be a latitude.
    public var perhapsSwapped = 0
    /// The file changed while it was read.
    public var changedWhileReading = false
    /// Why a packed file could not be read to its end.
    public var unpackingFault: String?

    /// As many may be plain mistakes.
    private static let fewestSwapped = 2

    public init() {}

    /// More than one in twenty of `records` would fit only with latitude and longitude swapped.
    public func looksSwapped(among records: Int) -> Bool {
        perhapsSwapped > Self.fewestSwapped && perhapsSwapped * 20 > records
    }
}
