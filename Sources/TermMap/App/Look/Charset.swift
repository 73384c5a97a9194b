/// The characters that the terminal can show.
package enum Charset: String, Sendable, CaseIterable {
    case braille
    case block
    case ascii

    /// What `b` goes to: finer, coarser, plainest.
    package var next: Charset {
        switch self {
        case .braille: .block
        case .block: .ascii
        case .ascii: .braille
        }
    }
}
