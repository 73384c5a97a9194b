import DataSets
import Foundation
import TestSupport
import Testing

@testable import App

/// What works with which rows, in one list.
@Suite struct AbilityTests {
    @Test func theManualHasTheTable() throws {
        let text = try String(contentsOfFile: Repository.root + "/docs/DATABASES.md", encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0 == Ability.manualTable[0] })
        #expect(Array(lines[start...].prefix { $0.hasPrefix("|") }) == Ability.manualTable)
    }

    @Test func rowsInMemoryCanAll() {
        #expect(Ability.allCases.allSatisfy { RowOrigin.memory.can($0) })
        let server = RowOrigin.server(ServerView(limit: 10))
        #expect(server.can(.density) && server.can(.reload) && !server.can(.swap))
        #expect(Set(Ability.allCases.map(\.title)).count == Ability.allCases.count)
    }
}
