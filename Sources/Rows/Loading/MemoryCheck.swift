import Platform
import Streams

/// Refuses a source whose rows do not fit into memory before the system has none left, as far as the rows so far show.
package struct MemoryCheck: Sendable {
    /// Keys of points, and keys and rows in order, while they are sorted.
    package static let bytesPerRow = 24
    /// How much more is kept between two looks.
    private static let step = 4 << 20

    /// Bytes that are free, for tests.
    private let limit: Int?
    private var nextLook: Int

    /// - Parameter limit: bytes that are free; nil asks the system.
    package init(limit: Int? = nil) {
        self.limit = limit
        nextLook = limit.map { $0 / 8 } ?? Self.step
    }

    /// Looks again when enough was added since the last time.
    ///
    /// - Parameters:
    ///   - name: the source.
    ///   - rowCount: rows so far.
    ///   - byteCount: bytes that are kept of them.
    ///   - progress: how much of the source was read for them.
    /// - Throws: `.refused`, with what would be needed and what is free.
    package mutating func check(_ name: String, rowCount: Int, byteCount: Int, _ progress: Progress)
        throws(SourceError)
    {
        guard byteCount >= nextLook else { return }
        nextLook = byteCount + (limit.map { $0 / 8 } ?? Self.step)
        guard let available = limit ?? AvailableMemory.byteCount else { return }
        // Where nobody knows how much will follow, at least the memory must have room to be copied to twice as much.
        let further = progress.further ?? 2
        let rows = progress.further == nil ? rowCount : Self.product(rowCount, 1 + further)
        let needed = Self.product(byteCount, further) + Self.product(rows, Double(Self.bytesPerRow))
        guard needed > available else { return }
        throw .tooMuchMemory(
            rows: rows, byteCount: byteCount + needed, available: byteCount + available, in: name)
    }

    /// Refuses so many rows when there is no memory for their points.
    package func check(_ name: String, rowCount: Int) throws(SourceError) {
        guard let available = limit ?? AvailableMemory.byteCount else { return }
        let needed = Self.product(rowCount, Double(Self.bytesPerRow))
        guard needed > available else { return }
        throw .tooMuchMemory(rows: rowCount, byteCount: needed, available: available, in: name)
    }

    /// A product that is cut to what can be added to others: sparse files say that they have exabytes.
    private static func product(_ count: Int, _ factor: Double) -> Int {
        Int(min(Double(count) * factor, 1e15))
    }

    /// How much of a source was read.
    package struct Progress {
        /// What is left in proportion to what was read; nil where the end is not known.
        fileprivate let further: Double?

        /// - Parameter totalBytes: nil where it is not known.
        package init(bytesRead: Int, totalBytes: Int?) {
            further = totalBytes.map { Double(max($0 - bytesRead, 0)) / Double(max(bytesRead, 1)) }
        }
    }
}
