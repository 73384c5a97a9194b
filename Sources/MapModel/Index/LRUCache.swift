/// Values by key, within limits of bytes and number: those that were not used for longest are dropped first.
///
/// The newest value is kept whatever its size.
/// - Complexity: O(1) for each operation.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let bytes: Int
        var older: Key?
        var newer: Key?
    }

    private let byteLimit: Int
    private let countLimit: Int
    private var entries: [Key: Entry] = [:]
    private var oldest: Key?
    private var newest: Key?
    /// The bytes of all values.
    package private(set) var bytes = 0

    /// An empty cache with these limits.
    package init(byteLimit: Int, countLimit: Int = .max) {
        self.byteLimit = byteLimit
        self.countLimit = countLimit
    }

    /// The value of a key, which does not count as a use.
    package func peek(_ key: Key) -> Value? { entries[key]?.value }

    /// The value of a key, which is then the last to be dropped.
    package mutating func value(_ key: Key) -> Value? {
        guard let entry = remove(key) else { return nil }
        append(entry, key)
        return entry.value
    }

    /// Keeps a value in place of an earlier one with its key, and drops others until the limits hold.
    package mutating func insert(_ value: Value, bytes: Int, for key: Key) {
        _ = remove(key)
        append(Entry(value: value, bytes: bytes), key)
        while entries.count > 1, self.bytes > byteLimit || entries.count > countLimit, let oldest {
            _ = remove(oldest)
        }
    }

    private mutating func append(_ entry: Entry, _ key: Key) {
        var entry = entry
        (entry.older, entry.newer) = (newest, nil)
        if let newest { entries[newest]?.newer = key } else { oldest = key }
        newest = key
        entries[key] = entry
        bytes += entry.bytes
    }

    private mutating func remove(_ key: Key) -> Entry? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
        if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
        bytes -= entry.bytes
        return entry
    }
}
