import Platform
import Streams
import Synchronization

/// Merges ranges of one file that several threads ask for within a few milliseconds, where they lie next to each
/// other: the tiles of a view often do.
///
/// The first thread waits a moment for others, then divides what they want into groups of neighbours. One thread of
/// each group makes the request for all of them.
final class RangeRequests: Sendable {
    /// Bytes of a server.
    struct Answer: Sendable {
        var bytes: [UInt8]
        var mayBeStored: Bool
    }

    private final class Request: Sendable {
        enum State {
            case waiting
            /// Its thread asks the server for a group of ranges.
            case leading(Range<Int>, of: [Request])
            case ended(Result<Answer, SourceError>)
        }

        let range: Range<Int>
        let state = Mutex(State.waiting)

        init(_ range: Range<Int>) { self.range = range }
    }

    /// How long others may join.
    private static let gatheringMicroseconds: UInt32 = 4_000
    /// How often a thread looks for its answer.
    private static let pollMicroseconds: UInt32 = 4_000
    /// Ranges with at most so many unneeded bytes between them are joined: a request costs more.
    private static let gapLimit = 8 << 10
    private static let groupLimit = 4 << 20

    private let gathering = Mutex<[Request]>([])

    /// The bytes of `range`.
    ///
    /// - Parameter get: asks the server for a range that contains this one; fewer bytes where the file ends before.
    func answer(
        _ range: Range<Int>, isCancelled: () -> Bool, get: (Range<Int>) throws(SourceError) -> Answer
    ) throws(SourceError) -> Answer {
        let request = Request(range)
        let isFirst = gathering.withLock { requests in
            requests.append(request)
            return requests.count == 1
        }
        if isFirst {
            MonotonicClock.sleep(microseconds: Self.gatheringMicroseconds)
            let requests = gathering.withLock { requests in
                defer { requests = [] }
                return requests
            }
            Self.divide(requests)
        }
        while true {
            switch request.state.withLock({ $0 }) {
            case .waiting:
                if isCancelled(), Self.leave(request) { throw .cancelled }
                MonotonicClock.sleep(microseconds: Self.pollMicroseconds)
            case .leading(let merged, let group): Self.lead(merged, group, get)
            case .ended(let result): return try result.get()
            }
        }
    }

    /// Groups of ranges that are asked for by one request, in the order of the file.
    static func groups(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = groups.last, range.lowerBound <= last.upperBound + gapLimit,
                max(range.upperBound, last.upperBound) - last.lowerBound <= groupLimit
            {
                groups[groups.count - 1] = last.lowerBound..<max(range.upperBound, last.upperBound)
            } else {
                groups.append(range)
            }
        }
        return groups
    }

    /// Chooses the thread that asks for each group.
    private static func divide(_ requests: [Request]) {
        var rest = requests
        for group in groups(requests.map(\.range)) {
            let members = rest.filter {
                group.contains($0.range.lowerBound) && $0.range.upperBound <= group.upperBound
            }
            rest.removeAll { request in members.contains { $0 === request } }
            // Those that are cancelled meanwhile have ended.
            _ = members.first { member in
                member.state.withLock { state in
                    guard case .waiting = state else { return false }
                    state = .leading(group, of: members)
                    return true
                }
            }
        }
    }

    /// Asks for the bytes of a group, and gives each of its members what it wants.
    private static func lead(
        _ merged: Range<Int>, _ group: [Request], _ get: (Range<Int>) throws(SourceError) -> Answer
    ) {
        let result: Result<Answer, SourceError>
        do throws(SourceError) {
            result = .success(try get(merged))
        } catch {
            result = .failure(error)
        }
        for (index, request) in group.enumerated() {
            request.state.withLock { state in
                if case .ended = state { return }
                // Only the thread that asked was cancelled: the others ask for themselves.
                if case .failure(.cancelled) = result, case .waiting = state {
                    state = .leading(request.range, of: [group[index]])
                } else {
                    state = .ended(result.map { $0.bytes(of: request.range, in: merged) })
                }
            }
        }
    }

    /// Whether the thread has no request yet, so that it may exit.
    private static func leave(_ request: Request) -> Bool {
        request.state.withLock { state in
            guard case .waiting = state else { return false }
            state = .ended(.failure(.cancelled))
            return true
        }
    }
}

extension RangeRequests.Answer {
    /// The bytes of one of the ranges in those of a group.
    fileprivate func bytes(of range: Range<Int>, in merged: Range<Int>) -> Self {
        let start = min(range.lowerBound - merged.lowerBound, bytes.count)
        let end = min(range.upperBound - merged.lowerBound, bytes.count)
        return Self(bytes: Array(bytes[start..<end]), mayBeStored: mayBeStored)
    }
}
