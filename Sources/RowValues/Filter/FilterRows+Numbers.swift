import MapModel

extension FilterRows {
    /// A column compared with a number: a range of numbers, or what lies on both sides of one.
    func compared(
        _ column: Int, _ comparison: FilterComparison, _ number: Double, _ isCancelled: () -> Bool
    ) -> RowSet? {
        guard let numbers = numbers(column) else { return RowSet(capacity: count) }
        switch comparison {
        case .equal: return inside(number...number, numbers, isCancelled)
        case .atMost: return inside(-.infinity...number, numbers, isCancelled)
        case .atLeast: return inside(number ... .infinity, numbers, isCancelled)
        case .less: return inside(-.infinity...number.nextDown, numbers, isCancelled)
        case .greater: return inside(number.nextUp ... .infinity, numbers, isCancelled)
        case .notEqual:
            guard var set = inside(number...number, numbers, isCancelled),
                let present = inside(-.infinity ... .infinity, numbers, isCancelled)
            else { return nil }
            set.formComplement()
            set.formIntersection(present)
            return set
        }
    }

    private func inside(
        _ range: ClosedRange<Double>, _ numbers: PackedNumbers, _ isCancelled: () -> Bool
    ) -> RowSet? {
        switch numbers {
        case .int8(let values): return inside(range, values, isCancelled)
        case .int16(let values): return inside(range, values, isCancelled)
        case .int32(let values): return inside(range, values, isCancelled)
        case .double(let values):
            let (low, high) = (range.lowerBound, range.upperBound)
            return values.withUnsafeBufferPointer { values in
                set(isCancelled) { (values[$0] >= low) && (values[$0] <= high) }
            }
        }
    }

    /// The least integer, which means no value, is below any range.
    private func inside<Number: FixedWidthInteger & SignedInteger>(
        _ range: ClosedRange<Double>, _ values: [Number], _ isCancelled: () -> Bool
    ) -> RowSet? {
        let least = Double(Number.min + 1)
        let low = max(range.lowerBound.rounded(.up), least)
        let high = min(range.upperBound.rounded(.down), Double(Number.max))
        guard low <= high else { return RowSet(capacity: count) }
        let (first, last) = (Number(low), Number(high))
        return values.withUnsafeBufferPointer { values in
            set(isCancelled) { (values[$0] >= first) && (values[$0] <= last) }
        }
    }

    func compared(
        _ first: FilterNumber, _ comparison: FilterComparison, _ second: FilterNumber,
        _ isCancelled: () -> Bool
    ) -> RowSet? {
        switch comparison {
        case .equal: return calculated(first, second, isCancelled) { $0 == $1 }
        case .notEqual: return calculated(first, second, isCancelled) { $0 < $1 || $0 > $1 }
        case .less: return calculated(first, second, isCancelled) { $0 < $1 }
        case .atMost: return calculated(first, second, isCancelled) { $0 <= $1 }
        case .greater: return calculated(first, second, isCancelled) { $0 > $1 }
        case .atLeast: return calculated(first, second, isCancelled) { $0 >= $1 }
        }
    }

    func among(
        _ number: FilterNumber, _ list: [Double], isNegated: Bool, _ isCancelled: () -> Bool
    ) -> RowSet? {
        let list = Set(list)
        return calculated(number, number, isCancelled) { value, _ in
            !value.isNaN && list.contains(value) != isNegated
        }
    }

    /// Numbers are calculated for some rows at a time, operation by operation; NaN is no value.
    private func calculated(
        _ first: FilterNumber, _ second: FilterNumber, _ isCancelled: () -> Bool,
        _ holds: (Double, Double) -> Bool
    ) -> RowSet? {
        var set = RowSet(capacity: count)
        let length = 1_024
        for start in stride(from: 0, to: count, by: length) {
            if start & (Self.batch - 1) == 0, isCancelled() { return nil }
            let rows = start..<min(start + length, count)
            let (ones, others) = (calculated(first, rows), calculated(second, rows))
            for wordStart in stride(from: 0, to: rows.count, by: 64) {
                var word: UInt64 = 0
                for bit in 0..<min(64, rows.count - wordStart) {
                    word |= (holds(ones[wordStart + bit], others[wordStart + bit]) ? 1 : 0) << UInt64(bit)
                }
                set.setWord((start + wordStart) >> 6, word)
            }
        }
        return set
    }

    private func calculated(_ number: FilterNumber, _ rows: Range<Int>) -> [Double] {
        switch number {
        case .constant(let value): return Array(repeating: value, count: rows.count)
        case .column(let column):
            guard let numbers = numbers(column) else { return Array(repeating: .nan, count: rows.count) }
            return rows.map { numbers.value(at: $0) }
        case .clock(let column, let clock): return times.values(of: column, clock, rows)
        case .arithmetic(let first, let operation, let second):
            return zip(calculated(first, rows), calculated(second, rows)).map { operation.result($0, $1) }
        }
    }
}
