import Testing

@testable import Rows
@testable import TermMap

/// Classes of the legend that are hidden.
extension QueryStoryTests {
    /// The keys of the legend, and not the filter, hide the rows.
    @Test func hiddenClassesAreNotBlamedOnTheFilter() throws {
        var played = try Played(Self.shops, "Ckind<Enter>1fkind = bar<Enter>")
        #expect(played.rows.isEmpty && played.state.reasonForEmptyView.text.contains("classes"))
        #expect(played.frame.contains("all classes are hidden") && !played.frame.contains("nothing matches"))
        try played.play("1f<C-u>stars > 100<Enter>")
        #expect(played.state.reasonForEmptyView.text.contains("Nothing matches"))
        try played.play("f")
        #expect(!played.frame.contains("F clears"), "F is a letter now")
    }

    /// Another filter changes which value is the most frequent one.
    @Test(arguments: [("1", [0, 2, 5] as [UInt32]), ("<M-1>", [4]), ("4", [0, 2, 4, 5])])
    func hiddenClassesAreTheSameValuesAfterAFilter(key: String, expected: [UInt32]) throws {
        var played = try Played(Self.shops, "Ckind<Enter>")
        let label = { (state: AppState) in state.legend?.entries.map(\.label.text) ?? [] }
        #expect(label(played.state) == ["bar", "cafe", "shop", "no value"])
        try played.play(key + "fid IN (1, 3, 5, 6)<Enter>")
        #expect(played.rows == expected)
        #expect(label(played.state) == ["cafe", "bar", "shop"])
    }

    @Test func oneClassAloneStaysAloneAfterAReload() throws {
        var played = try Played(Self.shops, "Ckind<Enter><M-2>")
        #expect(played.rows == [0, 2])
        try played.files.write(Self.shops + "\n" + (10..<20).map { "\($0),A,museum,3,40,3\n" }.joined())
        try played.play("R")
        #expect(played.rows == [0, 2])
        let line = try #require(played.state.legend?.entries.firstIndex { $0.label.text == "cafe" })
        try played.play("<M-\(line + 1)>")
        #expect(played.rows.count == 16, "it was alone already")
    }
}
