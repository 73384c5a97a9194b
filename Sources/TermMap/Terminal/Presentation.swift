import CellGraphics

/// A frame with what is needed to show it.
package struct Presentation {
    /// How much of the picture it is; on a slow line they come one after the other.
    package enum Stage { case data, sketch, whole }

    package var frame: CellBuffer
    package var palette: Palette
    /// What part of the frame shows a plane that scrolls, and where.
    package var region: ScrollRegion?
    package var stage = Stage.whole

    package init(frame: CellBuffer, palette: Palette, region: ScrollRegion? = nil, stage: Stage = Stage.whole)
    {
        self.frame = frame
        self.palette = palette
        self.region = region
        self.stage = stage
    }
}
