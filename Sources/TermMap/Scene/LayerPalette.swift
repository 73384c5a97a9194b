import CellGraphics

/// The colours and signs of layers.
///
/// They are neither the amber of counts nor the pink of matches, and blue, which water has, comes late; the signs are
/// those that no other mark has. From the seventh layer on both come again.
enum LayerPalette {
    static let count = 6

    /// Of all rows, where there is only one layer.
    static let data = LayerHue(
        line: .shape, land: .shapeLand, sea: .shapeSea, badge: .badge2, sign: "●", plainSign: "o",
        patternBits: 0b0000_0010)

    /// Of the row that is selected.
    static let selected = LayerHue(
        line: .selection, land: .selectedLand, sea: .selectedSea, badge: .selection, sign: "●",
        plainSign: "@",
        patternBits: 0b0001_0010)

    static func hue(of layer: Int) -> LayerHue { hues[((layer % count) + count) % count] }

    private static let hues: [LayerHue] = [
        LayerHue(
            line: .layer1, land: .layer1Land, sea: .layer1Sea, badge: .layer1Badge, sign: "●", plainSign: "#",
            patternBits: 0b0000_0010),
        LayerHue(
            line: .layer2, land: .layer2Land, sea: .layer2Sea, badge: .layer2Badge, sign: "■", plainSign: "&",
            patternBits: 0b0010_0000),
        LayerHue(
            line: .layer3, land: .layer3Land, sea: .layer3Sea, badge: .layer3Badge, sign: "▲", plainSign: "$",
            patternBits: 0b0001_0010),
        LayerHue(
            line: .layer4, land: .layer4Land, sea: .layer4Sea, badge: .layer4Badge, sign: "○", plainSign: "!",
            patternBits: 0b0010_0001),
        LayerHue(
            line: .layer5, land: .layer5Land, sea: .layer5Sea, badge: .layer5Badge, sign: "□", plainSign: "?",
            patternBits: 0b0000_1100),
        LayerHue(
            line: .layer6, land: .layer6Land, sea: .layer6Sea, badge: .layer6Badge, sign: "△", plainSign: "=",
            patternBits: 0b1000_0001),
    ]
}
