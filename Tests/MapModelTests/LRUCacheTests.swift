import TestSupport
import Testing

@testable import MapModel

@Suite struct LRUCacheTests {
    /// The same by hand: the keys from the one used longest ago on.
    private struct Model {
        var order: [Int] = []
        var bytes: [Int: Int] = [:]

        mutating func use(_ key: Int) {
            guard let place = order.firstIndex(of: key) else { return }
            order.append(order.remove(at: place))
        }

        mutating func insert(_ key: Int, bytes size: Int, byteLimit: Int, countLimit: Int) {
            order.removeAll { $0 == key }
            order.append(key)
            bytes[key] = size
            while order.count > 1, total > byteLimit || order.count > countLimit { order.removeFirst() }
        }

        var total: Int { order.reduce(0) { $0 + (bytes[$1] ?? 0) } }
    }

    @Test(arguments: 0..<50) func holdsWhatAListHolds(seed: UInt64) {
        var random = SeededRandom(seed)
        let (byteLimit, countLimit) = (
            Int.random(in: 0...60, using: &random), Int.random(in: 1...8, using: &random)
        )
        var cache = LRUCache<Int, Int>(byteLimit: byteLimit, countLimit: countLimit)
        var model = Model()
        for step in 0..<300 {
            let key = Int.random(in: 0..<12, using: &random)
            if Bool.random(using: &random) {
                let bytes = Int.random(in: 0...20, using: &random)
                cache.insert(step, bytes: bytes, for: key)
                model.insert(key, bytes: bytes, byteLimit: byteLimit, countLimit: countLimit)
                #expect(cache.peek(key) == step)
            } else {
                #expect((cache.value(key) != nil) == model.order.contains(key))
                model.use(key)
            }
            #expect(cache.bytes == model.total)
            #expect((0..<12).filter { cache.peek($0) != nil } == model.order.sorted())
        }
    }

    @Test func theNewestIsKeptWhateverItsSize() {
        var cache = LRUCache<Int, String>(byteLimit: 10)
        cache.insert("small", bytes: 1, for: 0)
        cache.insert("large", bytes: 99, for: 1)
        #expect(cache.peek(0) == nil && cache.peek(1) == "large" && cache.bytes == 99)
    }
}
