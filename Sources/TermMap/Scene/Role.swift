import CellGraphics

/// What a colour on the screen stands for; `Theme` says what it looks like.
enum Role: UInt8, CaseIterable {
    case text = 1  // text on the terminal
    case sea  // background of water, lakes too
    case land  // background of land
    case coast  // coast dots, lake shores
    case border  // country borders
    case farBorder  // country borders seen from afar
    case disputedBorder  // disputed borders
    case stateBorder  // state borders
    case river  // rivers
    case countryLabel
    case stateLabel
    case cityLabel
    case capitalLabel
    case cityDot
    case seaLabel
    case place
    case placeLabel
    case badge2
    case badge2Text
    case badge3
    case badge3Text
    case badge4
    case badge4Text
    case badge5
    case badge5Text
    case badge6
    case badge6Text
    case selection
    case selectionText
    case statusBar
    case barText
    case barDim
    case barStrong
    case barKey
    case good
    case warning
    case error
    case hintBar
    case panel
    case panelText
    case panelDim
    case panelStrong
    case panelRule
    case panelKey
    case currentRow
    case inputField

    var index: PaletteIndex { PaletteIndex(rawValue: rawValue) }
}
