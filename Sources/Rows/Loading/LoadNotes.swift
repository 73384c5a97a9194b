/// Other observations about the records of a load.
package struct LoadNotes: Sendable, Equatable {
    /// Shown, at a longitude moved by a whole turn into ±180.
    package var wrappedLongitudes = 0
    /// Shown at 0, 0, where missing coordinates often end up.
    package var atZeroZero = 0
    /// Shown or skipped, with bytes that are not UTF-8.
    package var badUTF8Records = 0
    /// Skipped with a latitude beyond ±90 whose longitude would be a latitude.
    package var perhapsSwapped = 0
    /// The file changed while it was read.
    package var changedWhileReading = false
    /// Why a compressed file could not be read to its end.
    package var unpackingFault: String?

    /// This many may be simple mistakes.
    private static let fewestSwapped = 2

    /// Notes without a count.
    package init() {}

    /// Adds what was noted about other records of the same source.
    package mutating func add(_ other: LoadNotes) {
        wrappedLongitudes += other.wrappedLongitudes
        atZeroZero += other.atZeroZero
        badUTF8Records += other.badUTF8Records
        perhapsSwapped += other.perhapsSwapped
        changedWhileReading = changedWhileReading || other.changedWhileReading
        unpackingFault = unpackingFault ?? other.unpackingFault
    }

    /// More than one in twenty of `records` would fit only with latitude and longitude swapped.
    package func looksSwapped(among records: Int) -> Bool {
        perhapsSwapped > Self.fewestSwapped && perhapsSwapped * 20 > records
    }
}
