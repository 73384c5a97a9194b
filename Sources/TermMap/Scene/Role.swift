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
    case match  // background of a badge that holds matches
    case matchText  // its digits
    case matchedLetters  // matched parts of names in lists
    case faded  // background of a badge that holds none
    case fadedText  // its digits, and single rows that do not match
    case placemark  // the sign of a place that was asked for
    case placemarkLabel  // background of its name
    case placemarkText  // its name
    case ring  // the circle of what is near
    case position  // the own position
    case accuracyCircle  // how far off the position may be
    case track  // where one has been
    case stale  // a position of some time ago

    var index: PaletteIndex { PaletteIndex(rawValue: rawValue) }
}
