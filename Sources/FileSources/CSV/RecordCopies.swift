import RowValues
import Streams

/// Records as they are in the file, each with the line end of the first; those that follow each other are copied at once.
struct RecordCopies: RunForm {
    private let dialect: CSVDialect
    private let lineEnd: [UInt8]

    init(_ table: DelimitedTable) { (dialect, lineEnd) = (table.dialect, table.lineEnd) }

    var unchangedLineEnd: [UInt8]? { lineEnd }

    func write(_ content: ByteRun, _ rows: RunRows, to text: inout [UInt8]) -> Bool {
        text.removeAll(keepingCapacity: true)
        text.reserveCapacity(content.count + lineEnd.count)
        var index = 0
        // What is to be copied.
        var run = 0..<0
        func take(_ record: Range<Int>, _ next: Int) {
            if rows.contains(index) {
                if run.upperBound != record.lowerBound {
                    text.append(contentsOf: content.buffer(run))
                    run = record.lowerBound..<record.lowerBound
                }
                if next - record.upperBound == lineEnd.count, content[record.upperBound] == lineEnd[0] {
                    run = run.lowerBound..<next
                } else {
                    text.append(contentsOf: content.buffer(run.lowerBound..<record.upperBound))
                    text += lineEnd
                    run = next..<next
                }
            }
            index += 1
        }
        RecordPass(dialect).forEachRecord(in: content) { walk, next in
            take(walk.start..<walk.end, next)
        } scanned: { _, record, next in
            take(record, next)
        }
        text.append(contentsOf: content.buffer(run))
        return index == rows.count
    }
}
