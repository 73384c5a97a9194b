import Foundation
import TestSupport
import Testing

/// The pages that a newcomer reads are short, and their links lead somewhere.
@Suite struct FrontDoorTests {
    private static let root = URL(fileURLWithPath: Repository.root)

    /// All pages at the top and in docs.
    private static let pages: [String] = {
        let manager = FileManager.default
        let top = (try? manager.contentsOfDirectory(atPath: Repository.root)) ?? []
        let docs = manager.enumerator(atPath: Repository.root + "/docs")?.compactMap { $0 as? String } ?? []
        return (top + docs.map { "docs/" + $0 }).filter { $0.hasSuffix(".md") }.sorted()
    }()

    private static func text(_ page: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    }

    /// The anchors of a page, as GitHub makes them of its headings.
    private static func anchors(_ page: String) throws -> Set<String> {
        Set(
            try text(page).matches(of: #/(?m)^#+ (.*)$/#).map { heading in
                String(
                    heading.1.lowercased().map { $0 == " " ? "-" : $0 }
                        .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
            })
    }

    @Test func pagesAreFound() {
        #expect(Self.pages.contains("README.md") && Self.pages.contains("docs/STABILITY.md"))
        #expect(Self.pages.count > 30)
    }

    @Test(arguments: pages)
    func linksLeadSomewhere(page: String) throws {
        let folder = Self.root.appendingPathComponent(page).deletingLastPathComponent()
        for link in try Self.text(page).matches(of: #/\]\(([^)#:\s]*)(?:#([^)\s]*))?\)/#) {
            let file =
                link.1.isEmpty ? Self.root.appendingPathComponent(page) : folder.appending(path: link.1)
            #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link.0)")
            guard let anchor = link.2, file.pathExtension == "md" else { continue }
            let name = file.standardizedFileURL.path.dropFirst(Repository.root.count + 1)
            #expect(try Self.anchors(String(name)).contains(String(anchor)), "\(page): \(link.0)")
        }
    }

    @Test func theReadmeIsShortAndItsFilmSmall() throws {
        #expect(
            try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
        let film = Self.root.appendingPathComponent("docs/images/film.svg")
        let size = try film.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        #expect(size > 10_000 && size < 1_000_000)
    }
}
