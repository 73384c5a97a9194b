import Foundation
import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows

/// A server that does not keep to what was asked: each question ends in an answer or in one line.
@Suite(.tags(.startsPrograms), .timeLimit(.minutes(10)))
struct MalformedAnswerTests {
    enum Question: String, CaseIterable, Sendable {
        case open, view, clusters, near, matches, details, labels, columns

        func ask(_ source: EngineSource, _ isCancelled: () -> Bool) throws {
            func view(_ limit: Int) -> ViewportQuestion {
                ViewportQuestion(
                    window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: limit)
            }
            switch self {
            case .open: _ = try source.open(isCancelled: isCancelled)
            case .view: _ = try source.answer(view(300), isCancelled: isCancelled)
            case .clusters: _ = try source.answer(view(1), isCancelled: isCancelled)
            case .near:
                let center = Coordinate(latitude: 1, longitude: 2)
                let question = NearbyQuestion(center: center, radiusMeters: nil, limit: 2)
                _ = try source.near(question, isCancelled: isCancelled)
            case .matches: _ = try source.matches("a", limit: 2, isCancelled: isCancelled)
            case .details: try source.table.visitRows([0]) { _ in }
            case .labels: _ = try source.table.rowLabels([0, 1])
            case .columns: _ = try source.explainColumns(isCancelled: isCancelled)
            }
        }
    }

    private var options: PostgreSQLOptions {
        var options = PostgreSQLOptions(table: "places", connectTimeout: .seconds(2))
        options.statementTimeout = .milliseconds(50)
        options.networkGrace = .milliseconds(150)
        return options
    }

    /// One line about it; nil for an answer.
    private func words(_ question: Question, _ source: EngineSource) -> String? {
        do {
            try question.ask(source) { false }
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func theHonestServerIsUnderstood() throws {
        let server = try FakePostgreSQL()
        let source = try server.source()
        for question in Question.allCases { #expect(words(question, source) == nil, "\(question)") }
        #expect(try source.open(isCancelled: { false }).rowCount == 3)
        #expect(try source.table.rowLabels([0, 1, 2]) == ["Alpha", "Beta", "Gamma"])
    }

    @Test(arguments: Malformation.allCases, FakePostgreSQL.Kind.allCases)
    func everyQuestionEndsInAnAnswerOrOneLine(malformation: Malformation, kind: FakePostgreSQL.Kind) throws {
        let server = try FakePostgreSQL { asked, statement in
            asked == kind ? malformation.answer(kind.honest.limited(by: statement)) : nil
        }
        let source = try server.source(options)
        // The rows of views are met before, so that there are details to ask for.
        for question in Question.allCases {
            if let words = words(question, source) {
                // What is wrong with its columns names the table.
                let prefixes = ["postgresql://reader@127.0.0.1", "public.places: ", "^[]0;x^G"]
                #expect(prefixes.contains { words.hasPrefix($0) } && words.utf8.count < 4_000, "\(words)")
                #expect(
                    words.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
                #expect(!words.contains("s3cretword"))
            }
        }
    }
}
