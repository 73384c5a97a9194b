import MapModel
import RowValues
import Rows
import Streams

extension LayeredTable {
    /// The times of each table by itself, since their columns may have other names; the rows of one that has none have no
    /// time, unless none has.
    package func times(
        _ question: TimeQuestion, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowTimes {
        var found: [RowTimes?] = []
        var refusal: SourceError?
        for table in tables {
            do throws(SourceError) {
                found.append(try table.times(question, isCancelled: isCancelled, progress: progress))
            } catch {
                // A day that could be two is no reason to leave its rows out.
                guard case .refused(_, let words) = error, Self.isAbsence(words) else { throw error }
                refusal = refusal ?? error
                found.append(nil)
            }
        }
        guard let first = found.compactMap(\.self).first else {
            throw refusal ?? .refused(name: name, words: RowTimes.noColumn)
        }
        func joined(_ columns: [TimeColumn?]) -> TimeColumn? {
            TimeColumn(joining: zip(columns, tables).map { ($0, $1.recordCount) })
        }
        let hasEnds = found.contains { $0?.ends != nil }
        return RowTimes(
            starts: joined(found.map { $0?.starts }) ?? first.starts,
            ends: hasEnds ? joined(found.map { $0?.ends }) : nil, others: first.others)
    }

    private static func isAbsence(_ words: String) -> Bool {
        words == RowTimes.noColumn || words.hasPrefix("no column ")
    }
}
