/// The document around drawings.
struct SVGPage {
    private let width: Int
    private let height: Int
    private let paper: String

    /// - Parameter extraHeight: room below the frame.
    init(_ frame: CellBuffer, _ colors: FrameColors, extraHeight: Int = 0) {
        width = frame.width * FrameDrawing.cellWidth
        height = frame.height * FrameDrawing.cellHeight + extraHeight
        paper = FrameDrawing.hex(colors.paper)
    }

    func document(_ elements: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
        <rect width="100%" height="100%" fill="\(paper)"/>
        \(elements)</svg>

        """
    }

    func html(_ svg: String, title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>\(FrameDrawing.escaped(title))</title>
        <style>body{margin:0;background:\(paper)}svg{display:block;margin:auto;max-width:100%;height:auto}</style></head>
        <body>
        \(svg)</body>
        </html>

        """
    }
}
