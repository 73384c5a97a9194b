/// A frame as a picture that needs no terminal and no font for its dots: SVG, or a page of HTML around it.
public struct FramePicture {
    private let frame: CellBuffer
    private let colors: FrameColors

    /// A picture of a frame.
    public init(_ frame: CellBuffer, _ colors: FrameColors) {
        self.frame = frame
        self.colors = colors
    }

    /// The picture as a document of SVG 1.1 without references to anything else. Linear in the cells.
    public var svg: String {
        var drawing = FrameDrawing(colors)
        for row in 0..<frame.height { drawing.draw(Array(frame.row(row)), row: row, glyphs: frame.glyphs) }
        return SVGPage(frame, colors).document(drawing.elements)
    }

    /// The picture as a page of HTML on its own.
    public func html(title: String) -> String { SVGPage(frame, colors).html(svg, title: title) }
}
