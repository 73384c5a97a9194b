import Foundation
import TestSupport
import Testing

/// docs/DECISIONS.md leads to every page of docs/decisions, and what the pages refer to exists.
@Suite struct DecisionPageTests {
    private struct Decision {
        let date: String
        let title: String
        let paragraph: String
    }

    private static let folder = "docs/decisions"

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Repository.root + "/" + path, encoding: .utf8)
    }

    private static func pages() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.root + "/" + folder).sorted()
    }

    /// The decisions of a page, from above.
    private static func decisions(of page: String) throws -> [Decision] {
        try text(folder + "/" + page).components(separatedBy: "\n\n").compactMap { paragraph in
            let paragraph = paragraph.replacing("\n", with: " ")
            guard let match = paragraph.prefixMatch(of: #/\*\*(\d{4}-\d{2}-\d{2}) (.+?)\.?\*\*/#) else {
                return nil
            }
            return Decision(date: String(match.1), title: String(match.2), paragraph: paragraph)
        }
    }

    @Test func everyPageIsInTheIndex() throws {
        let index = try Self.text("docs/DECISIONS.md")
        let linked = index.matches(of: #/\(decisions\/([a-z-]+\.md)\)/#).map { String($0.1) }
        let pages = try Self.pages()
        #expect(Set(linked) == Set(pages))
    }

    @Test func indexAndPagesAreShort() throws {
        let index = try Self.text("docs/DECISIONS.md")
        #expect(index.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
        for page in try Self.pages() {
            let lines = try Self.text(Self.folder + "/" + page).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 121, "\(page): split it by subject")
        }
    }

    @Test func decisionsAreNewestFirst() throws {
        for page in try Self.pages() {
            let dates = try Self.decisions(of: page).map(\.date)
            #expect(!dates.isEmpty, "\(page)")
            #expect(dates == dates.sorted(by: >), "\(page)")
        }
    }

    /// A decision is named by its title in quotation marks and its date, and linked when it is on another page.
    @Test func decisionsThatAreNamedExist() throws {
        let pages = try Self.pages()
        let all = try pages.flatMap { try Self.decisions(of: $0) }
        let named = Set(all.map { "“\($0.title)” (\($0.date))" })
        #expect(named.count > 200)
        for page in pages {
            for decision in try Self.decisions(of: page) {
                let references = decision.paragraph.matches(of: #/“[^”]+” \(\d{4}-\d{2}-\d{2}\)/#)
                for reference in references {
                    #expect(named.contains(String(reference.0)), "\(page): no decision \(reference.0)")
                }
                let links = decision.paragraph.matches(of: #/\]\(([a-z-]+\.md)\)/#).map { String($0.1) }
                #expect(Set(links).isSubset(of: pages), "\(page): \(decision.title)")
            }
        }
    }
}
