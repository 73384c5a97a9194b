import TestSupport
import Testing

@testable import Streams

/// What is read of plain elements must be what expat reads of them, whatever surrounds them.
@Suite struct XMLStreamTests {
    /// The events of a document in words, starts with their line, and the fault at its end.
    private func events(
        _ document: [UInt8], readsPlainElements: Bool, pieces: inout SeededRandom, longest: Int
    ) -> [String] {
        guard let stream = XMLStream(readsPlainElements: readsPlainElements) else { return [] }
        var events: [String] = []
        var text: [UInt8] = []
        func endText() {
            if !text.isEmpty { events.append("text " + String(decoding: text, as: UTF8.self)) }
            text = []
        }
        var start = 0
        do throws(XMLStream.Failure) {
            repeat {
                let end = min(start + Int.random(in: 1...longest, using: &pieces), document.count)
                let isLast = end == document.count
                try stream.feed(document.span.extracting(start..<end), isLast: isLast) { event in
                    switch event {
                    case .start(let name, let attributes):
                        endText()
                        let values = [attributes["lat"], attributes["b"]].map {
                            $0.map { String(decoding: $0, as: UTF8.self) } ?? "-"
                        }
                        events.append("start \(name.text) \(values) line \(stream.line)")
                    case .text(let piece): text += piece
                    case .end(let name):
                        endText()
                        events.append("end \(name.text)")
                    }
                }
                start = end
            } while start < document.count
        } catch {
            // How much of the text before a fault arrives depends on the pieces.
            text = []
            events.append("fault \(error)")
        }
        endText()
        return events
    }

    private func compare(_ document: [UInt8], _ seed: UInt64) {
        var random = SeededRandom(seed)
        let expected = events(document, readsPlainElements: false, pieces: &random, longest: 1 << 20)
        for longest in [1 << 20, 300, 20, 3] {
            let found = events(document, readsPlainElements: true, pieces: &random, longest: longest)
            let isEqual = found == expected
            #expect(isEqual, "pieces of \(longest): \(String(decoding: document, as: UTF8.self))")
        }
    }

    private static let inside = [
        "text", " \n ", "Zürich 東京", "a &amp; b", "&#65;", "&bad;",
        "<!-- <wpt lat=\"1\"><name>no</name></wpt> > -->",
        "<![CDATA[ <wpt lat=\"1\"></wpt> > ]]>", "<?pi <a></a> > ?>", "]]", "]] >", "\r\n", "\r", "a > b",
        "\t",
        "\u{FFFE}", "\u{FFFD}", "\u{7F}", "\u{1}", "<e/>", "<e />", "<n:e b='1'/>", "<e b=\"&lt;\"/>",
        "<e b=\"a>b\"/>",
        "<e\nlat = '1'\n/>", "<e b='x\ny'/>", "<_e-1.x b='ü'></_e-1.x>", "<é>x</é>",
    ]
    private static let wrong = [
        "<e", "</e>", "<e b=1/>", "<e b='1' b='2'/>", "<e b='<'/>", "<e b='1'c='2'/>", "]]>", "<e/ >", "<1/>",
        "< e/>",
        "<!DOCTYPE x>", "<![CDATA[", "<e></f>", "<e b/>",
    ]

    private func element(_ random: inout SeededRandom, depth: Int) -> String {
        let name = ["wpt", "name", "a:b", "e"].randomElement(using: &random) ?? "e"
        let attributes =
            [" lat=\"1.5\"", " b='2'", " b=\"2\" lat='3'", ""].randomElement(using: &random) ?? ""
        var text = "<\(name)\(attributes)>"
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where depth < 6: text += element(&random, depth: depth + 1)
            case 1: text += Self.inside.randomElement(using: &random) ?? ""
            case 2: text += "<name>plain</name>\n"
            default: text += "<ele>12</ele>"
            }
        }
        return text + "</\(name)>"
    }

    @Test(arguments: 0..<150)
    func eventsAreThoseOfExpat(seed: UInt64) {
        var random = SeededRandom(seed)
        var document =
            ["", "<?xml version='1.0' encoding='UTF-8'?>\n<!-- > -->", "\u{FEFF}"]
            .randomElement(using: &random) ?? ""
        document += "<gpx xmlns:a='x'>"
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            document += element(&random, depth: 1)
            if Int.random(in: 0..<3, using: &random) == 0 {
                document += Self.inside.randomElement(using: &random) ?? ""
            }
        }
        document += "</gpx>\n"
        compare(Array(document.utf8), seed)
        // Damaged: something wrong in it, a byte changed, an end too early.
        var bytes = Array(document.utf8)
        switch seed % 3 {
        case 0:
            let wrong = Self.wrong.randomElement(using: &random) ?? ""
            bytes.insert(contentsOf: wrong.utf8, at: Int.random(in: 0...bytes.count, using: &random))
        case 1: bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        default: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        }
        compare(bytes, seed)
    }

    @Test(arguments: inside + wrong)
    func whatIsNotPlainIsLeftToExpat(piece: String) {
        for document in [
            "<gpx>\(piece)<wpt lat='1'>x</wpt></gpx>", "<gpx><wpt lat='1'>\(piece)</wpt>\n<wpt/></gpx>",
            "<gpx><wpt lat='1'/>\n\(piece)", "\(piece)<gpx/>",
        ] {
            compare(Array(document.utf8), 1)
        }
    }

    @Test func otherEncodingsAreReadByExpat() {
        let latin =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><gpx><name>".utf8) + [0xE9]
            + Array("</name></gpx>".utf8)
        compare(latin, 1)
        compare(
            "<?xml version='1.0' encoding='UTF-16'?><gpx><name>é</name></gpx>".utf16.flatMap {
                [UInt8($0 & 255), UInt8($0 >> 8)]
            }, 1)
        compare(
            [0xFF, 0xFE] + "<gpx><name>é</name></gpx>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, 1)
    }

    @Test(arguments: [62, 63, 64, 65, 66])
    func elementsAreNestedAsDeepAsExpatsAre(depth: Int) {
        let open = (0..<depth).map { _ in "<e>" }.joined()
        let closed = (0..<depth).map { _ in "</e>" }.joined()
        compare(Array("\(open)<e>x</e>\(closed)".utf8), 1)
        compare(Array("<gpx>\(open)x\(closed)</gpx>".utf8), 1)
    }

    /// Elements longer than what is looked through, and longer than a piece.
    @Test func longElementsAreRead() {
        let text = String(repeating: "long > text ", count: 3_000)
        let rows = (0..<3_000).map { "<trkpt lat='\($0)'>\n<ele>\($0)</ele></trkpt>" }.joined()
        compare(Array("<gpx><wpt>\(text)</wpt><wpt lat='1'><name>\(text)</name></wpt>\(rows)</gpx>".utf8), 1)
        compare(Array("<gpx><trk><!-- \(text) --><trkseg>\(rows)</trkseg></trk>\(rows)</gpx>".utf8), 1)
    }
}
