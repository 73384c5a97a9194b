import CellGraphics

@testable import App

/// The roles of the colours of one frame, each with a letter of its own name as far as possible.
struct RoleLetters {
    private static let others = Array("0123456789+*/=<>()[]{}!?#$%&@^~|;:_")

    private var letters: [PaletteIndex: Character] = [:]

    init(_ frame: CellBuffer) {
        var used: Set<Character> = [".", "-", " "]
        for role in Self.roles(of: frame) {
            let name = "\(role)"
            let letter = (name.lowercased() + name.uppercased() + Self.others).first { !used.contains($0) }
            guard let letter else { preconditionFailure("a frame has fewer roles than there are letters") }
            used.insert(letter)
            letters[role.index] = letter
        }
    }

    private static func roles(of frame: CellBuffer) -> [Role] {
        var found: Set<PaletteIndex> = []
        for row in 0..<frame.height { found.formUnion(frame.row(row).map(color)) }
        return Role.allCases.filter { found.contains($0.index) }.sorted { "\($0)" < "\($1)" }
    }

    /// The ink, or the paper where there is nothing but paper.
    private static func color(of cell: Cell) -> PaletteIndex {
        cell.glyph == .space ? cell.style.paper : cell.style.ink
    }

    /// A letter for each cell, a dot for the terminal's own colours, then a line for each letter.
    func text(_ frame: CellBuffer) -> String {
        let cells = (0..<frame.height).map { row in
            String(frame.row(row).map { letters[Self.color(of: $0)] ?? "." }) + "\n"
        }
        let legend = Role.allCases.compactMap { role in letters[role.index].map { "\($0) \(role)\n" } }
        return cells.joined() + "--\n" + legend.sorted().joined()
    }
}
