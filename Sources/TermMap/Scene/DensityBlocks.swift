import App
import CellGraphics

/// The shaded blocks of the frame before: those of which nothing changed are not shaded again, also after a pan.
package struct DensityBlocks {
    /// Where a block lies in the world, at any zoom.
    package struct Place: Hashable {
        package var column: Int
        package var row: Int
    }

    private struct Block {
        var levels: ArraySlice<SIMD4<Int32>>
        var before: [Cell]
        var cells: [Cell]
    }

    private var blocks: [Place: Block] = [:]
    private var next: [Place: Block] = [:]
    private var appearance: Appearance?
    private var form: DensityForm?

    /// A frame begins; colours other than before need other blocks.
    package mutating func begin(_ appearance: Appearance, _ form: DensityForm) {
        if appearance.theme != self.appearance?.theme || form != self.form { blocks = [:] }
        self.appearance = appearance
        self.form = form
        next = [:]
    }

    /// Forgets what the frame did not show.
    package mutating func end() { blocks = next }

    /// The cells of a block: what is over `before`, of as many cells.
    package mutating func cells(
        at place: Place, _ levels: ArraySlice<SIMD4<Int32>>, over before: [Cell],
        _ shading: inout DensityShading
    ) -> [Cell] {
        if let known = blocks[place], known.before == before, known.levels.elementsEqual(levels) {
            next[place] = known
            return known.cells
        }
        var cells = before
        shading.shade(levels, over: &cells)
        next[place] = Block(levels: levels, before: before, cells: cells)
        return cells
    }
}
