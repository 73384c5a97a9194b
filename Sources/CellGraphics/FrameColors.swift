/// The colours of pictures: what indices mean, and what is drawn for the terminal's own colours, 0xRRGGBB.
public struct FrameColors: Sendable {
    let palette: Palette
    let ink: UInt32
    let paper: UInt32

    /// Colours of `palette` on `paper`.
    public init(_ palette: Palette, ink: UInt32, paper: UInt32) {
        self.palette = palette
        self.ink = ink
        self.paper = paper
    }
}
