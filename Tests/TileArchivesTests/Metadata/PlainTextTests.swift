import Testing

@testable import TileArchives

@Suite struct PlainTextTests {
    @Test(
        arguments: [
            (#"<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>"#, "© OpenStreetMap"),
            ("&copy; <b>A</b> &amp; B", "© A & B"), ("&#169;&#xA9;&#XA9;", "©©©"), ("a&nbsp;&nbsp;b", "a b"),
            ("  a \n\t b\r\n", "a b"), ("a\u{202E}b\u{200B}c\u{FEFF}d", "abcd"), ("a\u{1B}[31mb", "a [31mb"),
            ("&#8238;x&#x202e;&#27;y", "x y"), ("&amp;lt;b&amp;gt;", "&lt;b&gt;"), ("1 < 2 > 1", "1 < 2 > 1"),
            ("<a title='x > y'>z</a>", "z"), ("a<br/>b", "ab"), ("a<!-- c -->b", "ab"), ("a<b", "a"),
            ("a<", "a<"),
            ("& &; &nothing; &#; &#x; &#1114112; &#xD800;", "& &; &nothing; &#; &#x; &#1114112; &#xD800;"),
            ("", ""), ("<p></p>", ""), ("g&eacute;o", "g&eacute;o"), ("a\u{2028}b", "a b"),
            ("\u{E000}x", "x"),
        ])
    func markupIsRemoved(html: String, text: String) {
        #expect(PlainText(html: html).text == text)
    }

    @Test func longTextIsCutOff() {
        #expect(PlainText(html: String(repeating: "a", count: 500)).text.count == 500)
        #expect(PlainText(html: String(repeating: "a ", count: 300)).text.count == 500)
        let long = PlainText(html: String(repeating: "a ", count: 1 << 20)).text
        #expect(long.unicodeScalars.count == 500 && long.hasSuffix("…"))
        #expect(
            PlainText(html: "e" + String(repeating: "\u{301}", count: 100_000)).text.unicodeScalars.count
                == 500)
        #expect(PlainText(html: "<" + String(repeating: "a", count: 1 << 20)).text.isEmpty)
    }
}
