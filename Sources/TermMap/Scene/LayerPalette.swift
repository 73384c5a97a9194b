import App
import CellGraphics

/// The colours and signs of layers.
///
/// They are neither the amber of counts nor the pink of matches, and blue, which water has, comes late; the signs are
/// those that no other mark has. From the seventh layer on both come again.
enum LayerPalette {
    static let count = 6

    /// Of all rows, where there is only one layer.
    static let data = hue(.shape, .shapeLand, .shapeSea, .badge2, "●", "o", 0b0000_0010)

    /// Of the row that is selected.
    static let selected = hue(.selection, .selectedLand, .selectedSea, .selection, "●", "@", 0b0001_0010)

    static func hue(of layer: Int) -> LayerHue { hues[((layer % count) + count) % count] }

    private static let hues = [
        hue(.layer1, .layer1Land, .layer1Sea, .layer1Badge, "●", "#", 0b0000_0010),
        hue(.layer2, .layer2Land, .layer2Sea, .layer2Badge, "■", "&", 0b0010_0000),
        hue(.layer3, .layer3Land, .layer3Sea, .layer3Badge, "▲", "$", 0b0001_0010),
        hue(.layer4, .layer4Land, .layer4Sea, .layer4Badge, "○", "!", 0b0010_0001),
        hue(.layer5, .layer5Land, .layer5Sea, .layer5Badge, "□", "?", 0b0000_1100),
        hue(.layer6, .layer6Land, .layer6Sea, .layer6Badge, "△", "=", 0b1000_0001),
    ]

    private static func hue(
        _ line: Role, _ land: Role, _ sea: Role, _ badge: Role, _ sign: DisplayText, _ plainSign: DisplayText,
        _ patternBits: UInt8
    ) -> LayerHue {
        LayerHue(
            line: line, land: land, sea: sea, badge: badge, sign: sign, plainSign: plainSign,
            patternBits: patternBits)
    }
}
