import Dispatch
import Glibc
import MapModel
import Synchronization

extension NameIndex {
    /// The same as `matches`, with the segments shared among the processors.
    ///
    /// `isCancelled` is asked on the calling thread, where a task knows whether it is.
    func matchesInParallel(
        _ query: SearchQuery, in all: Range<Int>, isCancelled: () -> Bool
    ) -> NameMatches? {
        let parts = min(Self.processorCount, all.count)
        guard parts > 1 else { return matches(query, in: all, isCancelled: isCancelled) }
        let found = Mutex<[NameMatches?]>(Array(repeating: nil, count: parts))
        let isGivenUp = Atomic<Bool>(false)
        let group = DispatchGroup()
        func segments(_ part: Int) -> Range<Int> {
            let start = all.lowerBound
            return start + part * all.count / parts..<start + (part + 1) * all.count / parts
        }
        for part in 1..<parts {
            let range = segments(part)
            DispatchQueue.global(qos: .userInitiated).async(group: group) {
                let matches = self.matches(
                    query, in: range, isCancelled: { isGivenUp.load(ordering: .relaxed) })
                found.withLock { $0[part] = matches }
            }
        }
        let own = matches(query, in: segments(0), isCancelled: isCancelled)
        if own == nil { isGivenUp.store(true, ordering: .relaxed) }
        while group.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
            if isCancelled() { isGivenUp.store(true, ordering: .relaxed) }
        }
        found.withLock { $0[0] = own }
        let results = found.withLock { $0.compactMap { $0 } }
        return results.count == parts ? NameMatches(joining: results, of: query) : nil
    }

    private static var processorCount: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }
}
