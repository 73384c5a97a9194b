import Testing

@testable import TerminalScreen

@Test func errorQuotesTheTypeHarmlessly() {
    #expect(
        TerminalError.typeUnknown(name: "x\u{1B}[2J").description
            == #"TERM: unknown terminal type "x\x1b[2J" (try TERM=xterm)"#)
    let long = TerminalError.typeUnknown(name: String(repeating: "x", count: 5000)).description
    #expect(long.count < 120)
}
