// Numbers by row, in as few bytes as hold them, in the order of the points: rows are far apart, so this is done once.
extension QuadTree {
    /// The number of each point by index, given by row; the least integer becomes NaN, as does a row beyond the end.
    ///
    /// - Complexity: O(n), shared by the workers.
    public func numbers(byRow values: [Int8], by workers: Workers) -> [Double] {
        gathered(values, by: workers) { $0 == .min ? .nan : Double($0) }
    }

    /// The number of each point by index, given by row; the least integer becomes NaN, as does a row beyond the end.
    public func numbers(byRow values: [Int16], by workers: Workers) -> [Double] {
        gathered(values, by: workers) { $0 == .min ? .nan : Double($0) }
    }

    /// The number of each point by index, given by row; the least integer becomes NaN, as does a row beyond the end.
    public func numbers(byRow values: [Int32], by workers: Workers) -> [Double] {
        gathered(values, by: workers) { $0 == .min ? .nan : Double($0) }
    }

    /// The number of each point by index, given by row; NaN of a row beyond the end.
    public func numbers(byRow values: [Double], by workers: Workers) -> [Double] {
        gathered(values, by: workers) { $0 }
    }

    @inline(__always)
    private func gathered<Value: Sendable>(
        _ values: [Value], by workers: Workers, _ number: @escaping @Sendable (Value) -> Double
    ) -> [Double] {
        [Double](unsafeUninitializedCapacity: count) { numbers, filledCount in
            // Each worker writes to its own indices.
            nonisolated(unsafe) let numbers = numbers
            workers.run(workers.count) { part in
                values.withUnsafeBufferPointer { values in
                    for index in workers.share(part, of: count) {
                        let row = Int(rows[index])
                        numbers[index] = row < values.count ? number(values[row]) : .nan
                    }
                }
            }
            filledCount = count
        }
    }
}
