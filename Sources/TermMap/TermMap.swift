@main
struct TermMap {
    static func main() {}
}
