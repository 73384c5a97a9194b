/// The grapheme clusters of more than one scalar that are on the screen, each once.
///
/// It has identity: the buffers of one screen share it, so that equal clusters have equal glyphs.
/// Longest cluster kept: a base and eight marks. Not thread safe; it lives on the main thread with its buffers.
public final class GlyphTable {
    /// Clusters kept before new ones show as their first scalar; ten times what any screen holds.
    private static let capacity = 1 << 20
    private static let maximumScalars = 9

    private var clusters: [String] = []
    private var indices: [String: Int] = [:]

    /// A table without clusters; each screen has one.
    public init() {}

    /// The glyph of a grapheme cluster.
    public func glyph(for character: Character) -> Glyph {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return .space }
        if scalars.count == 1 { return Glyph(first) }
        let text = String(String.UnicodeScalarView(scalars.prefix(Self.maximumScalars)))
        if let index = indices[text] { return Glyph(tableIndex: index) }
        guard clusters.count < Self.capacity else { return Glyph(first) }
        indices[text] = clusters.count
        clusters.append(text)
        return Glyph(tableIndex: clusters.count - 1)
    }

    /// The text of a glyph; nothing for the right half of a wide character.
    public func text(of glyph: Glyph) -> String {
        if let index = glyph.tableIndex { return clusters[index] }
        guard let scalar = glyph.scalar else { return "" }
        return String(scalar)
    }
}
