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
    /// Skipped with a latitude beyond ±90 that no swap would put on the globe.
    package var perhapsProjected = 0
    /// Shown, with coordinates that are texts in JSON.
    package var textNumbers = 0
    /// With a comma before the end of an object or array in JSON.
    package var lastCommas = 0
    /// The file changed while it was read.
    package var changedWhileReading = false
    /// Rows with a field that begins with a quote which does not close it.
    package private(set) var strayQuotes = 0
    /// The line of the first of them.
    package private(set) var firstStrayQuote: Int?
    /// Why the source was not read to its end; nil where it was.
    package var earlyEnd: EarlyEnd?

    /// This many may be simple mistakes.
    private static let fewestSwapped = 2

    /// Notes without a count.
    package init() {}

    /// Counts a row with a quote that is text.
    package mutating func noteStrayQuote(line: Int) {
        strayQuotes += 1
        firstStrayQuote = firstStrayQuote ?? line
    }

    /// Adds what was noted about other records of the same source, in which lines were counted from 1.
    package mutating func add(_ other: LoadNotes, linesBefore: Int = 0) {
        strayQuotes += other.strayQuotes
        firstStrayQuote = firstStrayQuote ?? other.firstStrayQuote.map { $0 + linesBefore }
        wrappedLongitudes += other.wrappedLongitudes
        atZeroZero += other.atZeroZero
        badUTF8Records += other.badUTF8Records
        perhapsSwapped += other.perhapsSwapped
        perhapsProjected += other.perhapsProjected
        textNumbers += other.textNumbers
        lastCommas += other.lastCommas
        changedWhileReading = changedWhileReading || other.changedWhileReading
        earlyEnd = earlyEnd ?? other.earlyEnd?.moved(by: linesBefore)
    }

    /// More than half of `records` have numbers that are no degrees, but may be metres.
    package func looksProjected(among records: Int) -> Bool { perhapsProjected * 2 > records }

    /// More than one in twenty of `records` would fit only with latitude and longitude swapped.
    package func looksSwapped(among records: Int) -> Bool {
        perhapsSwapped > Self.fewestSwapped && perhapsSwapped * 20 > records
    }
}
