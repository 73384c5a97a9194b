import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Objects of JSON, one a line, as the lines of a log.
@Suite struct MemberReaderTests {
    private static let lines =
        #"{"time":"2026-11-26T14:03:10Z","remote_addr":"9.9.9.9","status":401,"ok":true,"user":{"name":"a\"b"}}"#
        + "\n" + #"{"time":"2026-11-26T14:03:11Z","remote_addr":"9.9.9.8","tags":[1],"new":null,"user":{}}"#
        + "\n"

    @Test func membersAreColumnsAsTheyAreMet() throws {
        let loaded = try LogFormTests.load(Self.lines + "no object\n") { $0.isForced = true }
        #expect(
            loaded.table.columnNames == ["line", "text", "ip"] || loaded.table.columnNames.contains("status"))
        let many = try LogFormTests.load(String(repeating: Self.lines, count: 10) + "from 9.9.9.9\n")
        let rows = try many.rows()
        #expect(rows[0]["user.name"] == "a\"b" && rows[0]["status"] == "401" && rows[1]["tags"] == "[1]")
        #expect(rows[20] == ["line": "21", "text": "from 9.9.9.9"] && many.isAccountedFor)
        #expect(try many.table.readColumns([3])[0].kind == .number)
    }

    @Test func valuesKeepTheirTypes() throws {
        let loaded = try LogFormTests.load(Self.lines)
        var kinds: [[FieldValue.Kind]] = []
        try loaded.table.visitRows([0, 1]) { kinds.append($0.values.map(\.kind)) }
        #expect(kinds[0] == [.number, .text, .text, .number, .boolean, .text, .missing, .missing, .missing])
        #expect(kinds[1] == [.number, .text, .text, .missing, .missing, .missing, .json, .missing, .json])
    }

    /// As a file of them has it.
    @Test func emptyTextsAndObjectsAreValues() throws {
        let loaded = try LogFormTests.load(
            #"{"time":"","ip":"9.9.9.9","user":{},"a":{"b":"","c":{}},"n":null}"# + "\n")
        #expect(loaded.table.columnNames == ["line", "time", "ip", "user", "a.b", "a.c", "n"])
        var values: [FieldValue] = []
        try loaded.table.visitRows([0]) { values = $0.values }
        #expect(values.map(\.kind) == [.number, .text, .text, .json, .text, .json, .missing])
        #expect(values.map(\.text) == ["1", "", "9.9.9.9", "{}", "", "{}", ""])
    }

    private static func kind(_ text: String, isStream: Bool) -> FileKind.Confidence? {
        FileKind.log.confidence(in: SourceHead(Array(text.utf8), name: "-", isStream: isStream))
    }

    @Test func onlyAStreamOfThemIsALog() {
        #expect(Self.kind(Self.lines, isStream: true) == .content)
        #expect(Self.kind(Self.lines, isStream: false) == nil)
    }

    /// What a program says at its start, and a line that a rotation has cut, are no reason to read a table.
    @Test(arguments: ["Server starting on port 8080\n", "\n\nloading\n", "r\":\"9.9.9.9\"}\n"])
    func aFileThatBeginsWithSomethingElseIsALog(beginning: String) throws {
        let text = beginning + String(repeating: Self.lines, count: 20)
        #expect(Self.kind(text, isStream: false) == .content)
        let loaded = try LogFormTests.load(text)
        #expect(loaded.table.columnNames.contains("remote_addr") && loaded.isAccountedFor)
    }

    @Test func anObjectWithoutMembersIsARow() throws {
        let loaded = try LogFormTests.load("{}\n{\"client_ip\":\"9.9.9.9\"}\n{}\n")
        #expect(try loaded.rows().map { $0["client_ip"] } == [nil, "9.9.9.9", nil])
    }

    @Test(arguments: [
        #"{"name":"Bern","lat":46.9,"lon":7.4,"ip":"9.9.9.9"}"#, #"{"city":"Bern","n":1}"#,
        #"{"ip":"9.9.9.9","geo":{"lat":46.9,"lon":7.4}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[7,46]},"properties":{"ip":"9.9.9.9"}}"#,
    ])
    func objectsWithPlacesAreNone(line: String) {
        #expect(Self.kind(line + "\n", isStream: true) == nil)
        #expect(!FileKind.mayBecomeLog(Array((line + "\n").utf8)))
    }

    @Test(arguments: [
        (#"{"time":"2026-11-26T14:0"#, true), (#"{"ti"#, true), (#"{"time":1,"msg":"up"}"# + "\n", true),
        (#"{"time":1,"msg":"up"}"# + "\n" + #"{"time":2,"ip":"9.9.9.9"}"# + "\n", false), ("{\n", false),
        (#"{"type":"FeatureCollection","features":[{"a"#, false), ("[{", false), ("<3", true),
        ("<?xml", false), ("[pod/web", true), ("[2026-11-26 14:03:10 +0000] [7]", true), ("[12", false),
    ])
    func moreIsNeededUntilALineHasAnAddress(text: String, isNeeded: Bool) {
        #expect(FileKind.mayBecomeLog(Array(text.utf8)) == isNeeded)
    }
}
