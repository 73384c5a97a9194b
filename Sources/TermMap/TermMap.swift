import CellGraphics
import MapModel
import MapSources

@main
struct TermMap {
    static func main() throws {
        let basemap = try Basemap(path: "data/basemap.tmb")
        let detail = try Basemap(path: "data/coast-detail.tmb")
        let arguments = CommandLine.arguments.dropFirst().map { Double($0) ?? 0 }
        let size = DotSize(columns: Int(arguments[0]), rows: Int(arguments[1]))
        let center = WebMercator.project(Coordinate(latitude: arguments[2], longitude: arguments[3]))
        let viewport = Viewport(center: center, zoom: arguments[4], size: size)
        var painter = TerrainPainter(basemap: basemap, coastDetail: detail)
        let clock = ContinuousClock()
        var terrain = painter.paint(viewport)
        let time = clock.measure { for _ in 0..<100 { terrain = painter.paint(viewport) } }
        var frame = CellBuffer(width: Int(arguments[0]), height: Int(arguments[1]), glyphs: GlyphTable())
        let time2 = clock.measure { for _ in 0..<100 {
        terrain.draw(into: &frame, rect: frame.bounds, drawing: .init(charset: .braille, isTinted: true, isSeenFromAfar: viewport.dotZoom < 2)) }}
        print(frame.coloredText(palette: Theme(background: .dark, mode: .truecolor).palette))
        print(time / 100, time2 / 100)
    }
}
