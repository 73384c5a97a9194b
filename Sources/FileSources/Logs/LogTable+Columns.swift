import Platform
import RowValues
import Rows
import Streams
import Synchronization

extension LogTable {
    /// Reads the lines once more, parts of them on all processors, and appends the fields of each.
    package func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        let cuts = cuts(partSize: 1 << 20)
        guard let first = cuts.first else { return }
        let parts = LogColumnParts(of: self, columns, builders)
        var rowCount = 0
        func take(_ part: Result<LogColumnParts.Part, SourceError>) throws(SourceError) {
            let part = try part.get()
            for (slot, own) in part.builders.enumerated() { builders[slot].append(own) }
            parts.follow(builders)
            rowCount += part.rowCount
            progress(Double(rowCount) / Double(max(recordCount, 1)))
        }
        if isCancelled() { throw .cancelled }
        // The first part mostly decides the types, and so how all others are read.
        try take(parts.part(first))
        let others = Array(cuts.dropFirst())
        var made = OrderedParts(count: others.count, threads: HelperThreads.processorCount) {
            parts.part(others[$0])
        }
        for _ in others {
            guard let part = made.next(isCancelled: isCancelled) else { throw .cancelled }
            try take(part)
        }
        guard segments.allSatisfy(\.bytes.isUnchanged) else { throw changed }
    }

    /// Neighbouring blocks of one segment.
    struct Cut: Sendable {
        let segment: Int
        let blocks: ClosedRange<Int>
    }

    private func cuts(partSize: Int) -> [Cut] {
        var cuts: [Cut] = []
        for (number, segment) in segments.enumerated() {
            var block = 0
            while block < segment.blocks.count {
                let size = cuts.isEmpty ? partSize / 4 : partSize
                let last = segment.blocks.last(from: block, size: size, end: segment.end)
                cuts.append(Cut(segment: number, blocks: block...last))
                block = last + 1
            }
        }
        return cuts
    }
}

/// The columns of parts of a log, each read by one thread.
final class LogColumnParts: Sendable {
    struct Part: Sendable {
        var builders: [ColumnBuilder]
        var rowCount = 0
    }

    private let table: LogTable
    private let columns: [Int]
    /// A builder for each column, as its parts are to be made.
    private let prototypes: Mutex<[ColumnBuilder]>
    private let earlierRows: Int
    private let pool = Mutex<[[UInt8]]>([])
    private static let longestKept = 4 << 20

    init(of table: LogTable, _ columns: [Int], _ builders: [ColumnBuilder]) {
        (self.table, self.columns) = (table, columns)
        prototypes = Mutex(builders.map { $0.part(from: 0) })
        earlierRows = builders.first?.rowCount ?? 0
    }

    /// Reads the parts that are begun from now on as is known of the columns by now.
    func follow(_ builders: [ColumnBuilder]) {
        prototypes.withLock { prototypes in
            for slot in prototypes.indices where !prototypes[slot].hasParts(like: builders[slot]) {
                prototypes[slot] = builders[slot].part(from: 0)
            }
        }
    }

    func part(_ cut: LogTable.Cut) -> Result<Part, SourceError> {
        var memory = pool.withLock { $0.popLast() } ?? []
        defer { if memory.count <= Self.longestKept { pool.withLock { $0.append(memory) } } }
        return Result { () throws(SourceError) in
            let segment = table.segments[cut.segment]
            let first = table.firstRow(of: segment) + segment.blocks.firstRow(of: cut.blocks.lowerBound)
            let start = earlierRows + max(first, 0)
            var part = Part(builders: prototypes.withLock { $0.map { $0.part(from: start) } })
            if segment.blocks.isHole(cut.blocks.lowerBound) {
                appendHole(segment.firstLine + segment.blocks.firstLine(of: cut.blocks.lowerBound) + 1, &part)
            } else {
                let range = segment.blocks.range(of: cut.blocks, end: segment.end)
                try SourceError.wrapping { () throws(FileError) in
                    try segment.bytes.readPages(range, into: &memory) { content in
                        append(content, cut.blocks, of: segment, to: &part)
                    }
                }
            }
            for slot in part.builders.indices { part.builders[slot].close() }
            return part
        }
    }

    private func append(
        _ content: ByteRun, _ blocks: ClosedRange<Int>, of segment: LogSegment, to part: inout Part
    ) {
        var fields = LogFields(
            columnCount: table.fieldCount, columns: columns, areKnown: table.areLinesKnown)
        let first = table.firstRow(of: segment)
        segment.forEachRow(blocks, content, table.reader, table.clock) { place in
            guard place.row + first >= 0 else { return true }
            table.read(place.line, into: &fields)
            for (slot, column) in columns.enumerated() {
                if column == 0 {
                    part.builders[slot].append(String(place.line.number))
                } else {
                    fields.with(column, in: content) { text in
                        LogText.with(text) { part.builders[slot].append($0) }
                    }
                }
            }
            part.rowCount += 1
            return true
        }
    }

    private func appendHole(_ line: Int, _ part: inout Part) {
        for (slot, column) in columns.enumerated() {
            part.builders[slot].append(column == 0 ? String(line) : "")
        }
        part.rowCount += 1
    }
}
