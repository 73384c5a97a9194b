@main
struct TermMap {
    static func main() {
        #if DEBUG
            TerminalProbe.runIfAsked()
        #endif
    }
}
