import Testing

@testable import FileSources
@testable import Rows
@testable import Streams

/// What a log is, by its first lines.
@Suite struct LogDetectionTests {
    private func found(_ text: String) -> String? {
        ByteRun.with(Array(text.utf8)) { LogDetection($0, isWhole: true)?.reader.words }
    }

    private static let access = "9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] \"GET / HTTP/1.1\" 200 1\n"

    /// A bracket begins a line of a log as well as an array of JSON.
    @Test(arguments: [
        ("[pod/web/app] level=info client=9.9.9.9 msg=x\n", false),
        ("[2026-03-29 10:00:01 +0000] [7] [INFO] 9.9.9.9 up\n", false), ("[INFO] 9.9.9.9 up\n", false),
        ("[1.5] peer 9.9.9.9 up\n", false), ("[10:00:01] peer 9.9.9.9 up\n", false),
        ("[{\"ip\":\"9.9.9.9\"}]\n", true), ("[[1, 2], [3, 4]]\n", true), ("[ 8.5e-1,47]\n", true),
        ("[-8.5,47]\n", true), ("[8]\n[9]\n", true), ("[null,{\"ip\":\"9.9.9.9\"}]\n", true),
        ("[\"9.9.9.9\"]\n", true), ("[]\n", true),
    ])
    func bracketsAreNotAllArrays(text: String, isArray: Bool) {
        let head = SourceHead(Array(text.utf8), name: "x", isStream: false)
        #expect((FileKind.json.confidence(in: head) == .content) == isArray)
        let named = SourceHead(Array(text.utf8), name: "x.json", isStream: false)
        #expect(FileKind.json.confidence(in: named) == (isArray ? .content : .name))
        #expect(isArray || FileKind.log.confidence(in: head) != nil)
    }

    @Test func nineOfTenLinesDecide() {
        #expect(
            found(String(repeating: Self.access, count: 9) + "other\n") == "access log, combined or common")
        let mixed = String(repeating: Self.access, count: 8) + "other\nother\n"
        #expect(found(mixed) == "text")
    }

    @Test func textNeedsAddressesInATenthOfItsLines() {
        let words = String(repeating: "nothing here at all\n", count: 18)
        #expect(found(words + "Ban 9.9.9.9\nBan 9.9.9.8\n") == "text")
        #expect(found(words + words + "Ban 9.9.9.9\n") == nil)
    }

    @Test(arguments: [
        "name,lat,lon\nZürich,47.3769,8.5417\nBern,46.948,7.4474\n", "ip,port\n9.9.9.9,22\n9.9.9.8,23\n",
        "8.5417 47.3769\n7.4474 46.9480\n", "2\n8.5417\t47.3769 400\n7.4474 46.9480  540\n7.6 47.558\n",
        "a;b\n9.9.9.9;1\n", "ip\tname\n9.9.9.9\tx\n", "",
        "ip,for,status\n10.0.0.1,\"9.9.9.1, 10.0.0.1\",200\n9.9.9.2,,200\n9.9.9.3,,200\n10.0.0.1,\"1.1.1.1, 2.2.2.2, 3.3.3.3\",2\n",
    ])
    func tablesAreNoLogs(text: String) { #expect(found(text) == nil) }

    /// The comma within a place parts no columns, unless nothing else is in the line.
    @Test(arguments: [
        ("Bern (46.948, 7.4474)\nZürich (47.3769, 8.5417)\n", "text"),
        ("Bern: 46.948, 7.4474\nZürich: 47.3769, 8.5417\n", "text"),
        ("Bern, 46.948, 7.4474\nZürich, 47.3769, 8.5417\n", nil),
        ("46.948N,7.4474E\n47.3769N,8.5417E\n", nil),
        ("Bern;46.948, 7.4474\nZürich;47.3769, 8.5417\n", nil),
    ]) func commasOfPlacesPartNoColumns(text: String, form: String?) { #expect(found(text) == form) }

    @Test func numbersAmongWordsAndAddressesAreText() {
        #expect(found("at 47.3769 8.5417\nat 46.9480 7.4474\n") == "text")
        #expect(found("9.9.9.9 9.9.9.8\n9.9.9.7 9.9.9.6\n") == "text")
    }

    @Test(arguments: [
        "9.9.9.9,22,ok\n9.9.9.8,23,no\n", "Zürich,47.3769,8.5417\nBern,46.948,7.4474\n",
        "2;\"47.3769, 8.5417\";3\n3;\"46.948, 7.4474\";4\n", "Genf;46°12'N;6°09'E\nBern;46°57'N;7°27'E\n",
    ])
    func recordsWithoutNamesAreNoLogs(text: String) { #expect(found(text) == nil) }

    @Test(arguments: [
        "14:03:10.1 IP 9.9.9.9.51022 > 10.0.0.5.22: Flags [S], seq 1, win 64240, length 0\n",
        "2026-11-26 14:03:10 UTC [812] joe@db FATAL:  no entry for host \"9.9.9.9\", user \"joe\"\n",
        "2026-11-26 14:03:10,123 WARNING login of joe from 9.9.9.9\n",
        "We meet at 47.3769, 8.5417 tomorrow, 5 pm\n",
    ])
    func sentencesWithEquallyManyCommasAreNoTable(line: String) {
        #expect(found(String(repeating: line, count: 3)) == "text")
    }

    @Test func remarksOfProgramsSayNothing() {
        #expect(
            found("-- Journal begins at Thu --\nNov 26 14:03:10 gate sshd[8]: from 9.9.9.9\n") == "syslog")
        #expect(found("==> access.log <==\n" + Self.access) == "access log, combined or common")
        let head = Array("-- Journal begins at Thu --\n".utf8)
        #expect(ByteRun.with(head) { LogDetection.needsMore($0) })
    }
}
