import Testing

@testable import RowValues

/// Windows of time as conditions of databases.
struct TimeConditionTests {
    private static let columns: [TimeQuestion.Column] = [
        ("id", ColumnKind.number), ("born", .time), ("seen_at", .time), ("ts", .number), ("name", .text),
    ].map { TimeQuestion.Column(name: $0.0, kind: $0.1, hasZone: true) }

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

    @Test func clocksWithoutAZoneAreComparedAsTheyAreRead() throws {
        var question = TimeQuestion()
        question.windows = [.between(from: 0, until: nil)]
        question.readZone = try #require(ZoneTable(fixed: "+02:00"))
        let column = TimeQuestion.Column(name: "seen", kind: .time, hasZone: false)
        #expect(
            try question.condition(columns: [column])
                == .all([.numbers(.column(0), .atLeast, .constant(7_200_000))]))
        #expect(question.moment(of: 7_200_000, column) == 0)
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
        var question = TimeQuestion()
        question.windows = [.last(length)]
        #expect(question.needsNewest && !question.knowing(newest: 5).needsNewest)
        let week: Int64 = 7 * 86_400_000
        #expect(question.knowing(newest: week).windows == [.between(from: 1, until: nil)])
        #expect(throws: FilterProblem.self) { try condition(.between(from: 5, until: 9), ["name"]) }
        #expect(throws: FilterProblem.self) { try condition(.between(from: 5, until: 9), ["id"]) }
        #expect(throws: FilterProblem.self) { try condition(.between(from: 5, until: 9), ["none"]) }
    }

    /// A server knows its types: the message has the statement that makes a time of texts.
    @Test func textsAndPartsNeedAStatement() throws {
        func message(_ columns: [String], _ asked: [String]) -> String? {
            var question = TimeQuestion()
            question.columns = asked
            do throws(FilterProblem) {
                _ = try question.chosenColumns(
                    columns.map { TimeQuestion.Column(name: $0, kind: .text, hasZone: false) })
                return nil
            } catch { return error.description }
        }
        let statement = "--sql makes one: SELECT *, CAST(day || ' ' || clock AS timestamp) AS time FROM …)"
        let none = try #require(message(["date", "time"], []))
        #expect(none.hasPrefix("--time: no column of times (") && none.hasSuffix(statement))
        let text = try #require(message(["date", "time"], ["date"]))
        #expect(text.hasPrefix("--time-column: date is a text, not a date (") && text.hasSuffix(statement))
    }
}
