/// The characters that the terminal can show.
enum Charset: String, Sendable, CaseIterable {
    case braille
    case block
    case ascii

    /// What `b` goes to: finer, coarser, plainest.
    var next: Charset {
        switch self {
        case .braille: .block
        case .block: .ascii
        case .ascii: .braille
        }
    }
}
