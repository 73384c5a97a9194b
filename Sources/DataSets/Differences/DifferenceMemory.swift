import Platform
import Rows
import Streams

/// Refuses two sources whose comparison would not fit into memory, once the first records of the old one show how many rows there
/// are.
struct DifferenceMemory {
    /// What a row of either source takes: place, tree, key and partner, the meanings of some columns, class.
    static let bytesPerRow = 110
    /// Fewer bytes of the source say too little.
    private static let leastRead = 1 << 20

    private let name: String
    /// Rows of both sources for each of the old one.
    private let share: Double
    private let available: Int?
    private(set) var refusal: SourceError?
    private var isJudged = false

    init(old: String, new: String, available: Int? = AvailableMemory.byteCount) {
        name = "\(old), \(new)"
        self.available = available
        let sizes = [old, new].map { FileStatus(path: $0).flatMap { $0.kind == .regular ? $0.size : nil } }
        // What is not known is taken for as large.
        if let old = sizes[0], let new = sizes[1], old > 0 {
            share = 1 + Double(new) / Double(old)
        } else {
            share = 2
        }
    }

    /// Looks at what was read of the old source.
    mutating func look(bytesRead: Int, totalBytes: Int?, recordCount: Int) {
        guard !isJudged, let totalBytes, let available, bytesRead >= Self.leastRead, recordCount > 0 else {
            return
        }
        isJudged = true
        let rows = Double(recordCount) * Double(totalBytes) / Double(bytesRead) * share
        let needed = rows * Double(Self.bytesPerRow)
        guard needed > Double(available) else { return }
        refusal = .tooMuchMemory(
            rows: Int(min(rows, 1e12)), byteCount: Int(min(needed, 1e15)), available: available, in: name)
    }
}
