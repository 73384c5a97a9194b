import Foundation
import Streams
import Synchronization
import TestSupport
import Testing

@testable import TileArchives

@Suite struct RangeRequestsTests {
    /// Threads that ask for ranges at the same time, and what the server was asked for.
    private final class Crowd: Sendable {
        let requests = RangeRequests()
        let asked = Mutex<[Range<Int>]>([])
        let results = Mutex<[Range<Int>: Result<[UInt8], SourceError>]>([:])

        func start(
            _ range: Range<Int>, isCancelled: @escaping @Sendable () -> Bool = { false },
            _ get: @escaping @Sendable (Range<Int>) throws(SourceError) -> [UInt8]
        ) {
            Thread {
                do throws(SourceError) {
                    let answer = try self.requests.answer(range, isCancelled: isCancelled) {
                        (merged) throws(SourceError) in
                        self.asked.withLock { $0.append(merged) }
                        return RangeRequests.Answer(bytes: try get(merged), mayBeStored: true)
                    }
                    self.results.withLock { $0[range] = .success(answer.bytes) }
                } catch {
                    self.results.withLock { $0[range] = .failure(error) }
                }
            }.start()
        }

        func waitForResults(_ count: Int) -> Bool { eventually { results.withLock { $0.count } == count } }
    }

    private static let file = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private static func read(_ range: Range<Int>) -> [UInt8] { Array(file[range.clamped(to: file.indices)]) }

    @Test func neighboursAreOneGroup() {
        let gap = 8 << 10
        #expect(RangeRequests.groups([]) == [])
        #expect(RangeRequests.groups([10..<20, 0..<10, 20..<30]) == [0..<30])
        #expect(RangeRequests.groups([0..<10, 10 + gap..<20 + gap]) == [0..<20 + gap])
        #expect(RangeRequests.groups([0..<10, 11 + gap..<20 + gap]) == [0..<10, 11 + gap..<20 + gap])
        #expect(RangeRequests.groups([0..<100, 10..<20, 10..<20]) == [0..<100])
    }

    @Test func groupsAreLimited() {
        let half = 3 << 20
        #expect(RangeRequests.groups([0..<half, half..<2 * half]) == [0..<half, half..<2 * half])
        #expect(RangeRequests.groups([0..<16 << 20]) == [0..<16 << 20])
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func everyThreadGetsItsBytes(seed: UInt64) {
        var random = SeededRandom(seed)
        let ranges = Set(
            (0..<12).map { _ in
                let start = Int.random(in: 0..<110_000, using: &random)
                return start..<start + Int.random(in: 1..<5_000, using: &random)
            })
        let crowd = Crowd()
        for range in ranges { crowd.start(range, Self.read) }
        #expect(crowd.waitForResults(ranges.count))
        let results = crowd.results.withLock { $0 }
        #expect(ranges.allSatisfy { results[$0] == .success(Self.read($0)) })
        #expect(crowd.asked.withLock { $0.count } <= ranges.count)
    }

    @Test func threadsThatAskTogetherShareRequests() {
        // Where the machine is slow, threads miss each other: then once more.
        let isShared = eventually {
            let crowd = Crowd()
            for index in 0..<6 { crowd.start(index * 100..<index * 100 + 100, Self.read) }
            return crowd.waitForResults(6) && crowd.asked.withLock { $0 } == [0..<600]
        }
        #expect(isShared)
    }

    @Test func theyShareAFault() {
        let crowd = Crowd()
        let fault = SourceError.refused(name: "a", words: "b")
        for index in 0..<4 {
            crowd.start(index * 100..<index * 100 + 100) { (_) throws(SourceError) in throw fault }
        }
        #expect(crowd.waitForResults(4))
        #expect(crowd.results.withLock { $0.values.allSatisfy { $0 == .failure(fault) } })
    }

    @Test func oneThatIsCancelledDoesNotCancelTheOthers() {
        let crowd = Crowd()
        let isFirst = Flag(true)
        for index in 0..<4 {
            crowd.start(index * 100..<index * 100 + 100) { (range) throws(SourceError) in
                // Whoever asks first is cancelled.
                if isFirst.take() { throw .cancelled }
                return Self.read(range)
            }
        }
        #expect(crowd.waitForResults(4))
        let results = crowd.results.withLock { $0 }
        #expect(results.values.count { $0 == .failure(.cancelled) } == 1)
        #expect(results.allSatisfy { $1 == .failure(.cancelled) || $1 == .success(Self.read($0)) })
    }

    @Test func whoWaitsForAnotherCanBeCancelled() {
        let crowd = Crowd()
        let isBlocked = Flag(true)
        let isCancelled = Flag(false)
        // Until two share a request that does not end.
        let count = Mutex(0)
        let areSharing = eventually {
            let start = count.withLock { count in
                defer { count += 2 }
                return count
            }
            for index in start..<start + 2 {
                crowd.start(index..<index + 1, isCancelled: { isCancelled.value }) { range in
                    while isBlocked.value { usleep(1_000) }
                    return Self.read(range)
                }
            }
            usleep(20_000)
            return crowd.asked.withLock { $0.contains { $0.count == 2 } }
        }
        #expect(areSharing)
        isCancelled.value = true
        let isFree = eventually { crowd.results.withLock { $0.values.contains(.failure(.cancelled)) } }
        #expect(isFree)
        isBlocked.value = false
        #expect(crowd.waitForResults(count.withLock { $0 }))
    }

    private final class Flag: Sendable {
        private let state: Mutex<Bool>
        init(_ value: Bool) { state = Mutex(value) }

        var value: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }

        /// The value, which is false from now on.
        func take() -> Bool {
            state.withLock { value in
                defer { value = false }
                return value
            }
        }
    }
}
