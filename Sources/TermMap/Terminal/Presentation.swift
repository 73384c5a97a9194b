import CellGraphics

/// A frame with what is needed to show it.
struct Presentation {
    /// How much of the picture it is; on a slow line they come one after the other.
    enum Stage { case data, sketch, whole }

    var frame: CellBuffer
    var palette: Palette
    /// What part of the frame shows a plane that scrolls, and where.
    var region: ScrollRegion?
    var stage = Stage.whole
}
