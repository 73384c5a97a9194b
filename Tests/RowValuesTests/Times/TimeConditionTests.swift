import Testing

@testable import RowValues

/// Windows of time as conditions of databases.
struct TimeConditionTests {
    private static let columns: [(name: String, kind: ColumnKind)] = [
        ("id", .number), ("born", .time), ("seen_at", .time), ("ts", .number), ("name", .text),
    ]

    private func condition(
        _ window: TimeWindow, _ columns: [String] = [], _ format: TimeFormat? = nil
    ) throws -> FilterCondition {
        var question = TimeQuestion()
        question.windows = [window]
        question.columns = columns
        question.format = format
        return try question.condition(columns: Self.columns)
    }

    @Test func aWindowIsTwoComparisonsOfTheColumnWhoseNameSaysTime() throws {
        #expect(
            try condition(.between(from: 5, until: 9))
                == .all([
                    .numbers(.column(2), .less, .constant(9)), .numbers(.column(2), .atLeast, .constant(5)),
                ]))
        #expect(
            try condition(.between(from: 5, until: nil), ["born"])
                == .all([.numbers(.column(1), .atLeast, .constant(5))]))
    }

    @Test func numbersAreComparedInTheirUnit() throws {
        #expect(
            try condition(.between(from: 5_000, until: nil), [], .epoch(.seconds))
                == .all([.numbers(.column(3), .atLeast, .constant(5))]))
        #expect(
            try condition(.between(from: nil, until: 5_000), ["id"], .epoch(.nanoseconds))
                == .all([.numbers(.column(0), .less, .constant(5_000_000_000))]))
    }

    @Test func rowsWithoutAnEndAreStillOpen() throws {
        #expect(
            try condition(.between(from: 5, until: nil), ["born", "seen_at"])
                == .all([
                    .all([
                        .present(column: 1),
                        .any([.numbers(.column(2), .atLeast, .constant(5)), .missing(column: 2)]),
                    ])
                ]))
    }

    @Test func whatNeedsAllRowsIsRefused() throws {
        let length = try #require(TimeLength("7d"))
        #expect(throws: FilterProblem.self) { try condition(.last(length)) }
        #expect(throws: FilterProblem.self) { try condition(.between(from: 5, until: 9), ["name"]) }
        #expect(throws: FilterProblem.self) { try condition(.between(from: 5, until: 9), ["id"]) }
        #expect(throws: FilterProblem.self) { try condition(.between(from: 5, until: 9), ["none"]) }
    }
}
