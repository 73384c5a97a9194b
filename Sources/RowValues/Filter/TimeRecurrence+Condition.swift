// Hours, days and months that come again, where a database has the rows.
extension TimeRecurrence {
    /// The test of a database, of the parts of a time.
    func condition(_ number: (TimeFold.Part) -> FilterNumber) -> FilterCondition {
        func hour(_ comparison: FilterComparison, _ hour: Int) -> FilterCondition {
            .numbers(number(.hour), comparison, .constant(Double(hour)))
        }
        guard let hours else { return day(before: false, number) }
        if hours.from < hours.until {
            return .all([hour(.atLeast, hours.from), hour(.less, hours.until), day(before: false, number)])
        }
        return .any([
            .all([hour(.less, hours.until), day(before: true, number)]),
            .all([hour(.atLeast, max(hours.from, hours.until)), day(before: false, number)]),
        ])
    }

    /// The days that are meant, or those after them.
    private func day(before isBefore: Bool, _ number: (TimeFold.Part) -> FilterNumber) -> FilterCondition {
        func list(_ bits: UInt16, of count: Int, _ shift: Int) -> [Double] {
            (1...count).filter { bits & 1 << UInt16($0) != 0 }.map { Double(($0 - 1 + shift) % count + 1) }
        }
        // Also for all days a row without a time is in none.
        var tests = [FilterCondition.numbers(number(.hour), .atLeast, .constant(0))]
        if let weekdays {
            tests.append(.among(number(.weekday), list(weekdays, of: 7, isBefore ? 1 : 0), isNegated: false))
        }
        if let months {
            func among(_ shift: Int) -> FilterCondition {
                .among(number(.month), list(months, of: 12, shift), isNegated: false)
            }
            let isFirst = FilterCondition.numbers(number(.day), .equal, .constant(1))
            let isOther = FilterCondition.numbers(number(.day), .greater, .constant(1))
            tests.append(
                isBefore ? .any([.all([isOther, among(0)]), .all([isFirst, among(1)])]) : among(0))
        }
        return .all(tests)
    }
}
