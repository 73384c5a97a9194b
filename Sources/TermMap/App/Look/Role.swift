import CellGraphics

/// The purpose of a colour on the screen; `Theme` says what it looks like.
package enum Role: UInt8, CaseIterable {
    case text = 1  // text on the terminal
    case sea  // background of water, lakes too
    case land  // background of land
    case coast  // coast dots, lake shores
    case border  // country borders
    case farBorder  // country borders seen from afar
    case disputedBorder  // disputed borders
    case stateBorder  // state borders
    case river  // rivers
    case graticule  // meridians and parallels
    case graticuleLabel  // their degrees
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
    case histogram  // bars in panels
    case histogramMean  // the bar that holds the mean
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
    case mark  // the sign of a marked row, background of a badge of marked rows
    case markText  // its digits
    case ring  // the circle of what is near
    case position  // the own position
    case accuracyCircle  // how far off the position may be
    case track  // where one has been
    case stale  // a position of some time ago
    case shape  // outlines of lines and areas
    case shapeLand  // inside areas, on land
    case shapeSea  // inside areas, on water
    case selectedLand  // inside the selected area
    case selectedSea
    case layer1  // lines and single places of a layer
    case layer1Land
    case layer1Sea
    case layer1Badge
    case layer2  // lines and single places of a layer
    case layer2Land
    case layer2Sea
    case layer2Badge
    case layer3  // lines and single places of a layer
    case layer3Land
    case layer3Sea
    case layer3Badge
    case layer4  // lines and single places of a layer
    case layer4Land
    case layer4Sea
    case layer4Badge
    case layer5  // lines and single places of a layer
    case layer5Land
    case layer5Sea
    case layer5Badge
    case layer6  // lines and single places of a layer
    case layer6Land
    case layer6Sea
    case layer6Badge
    case layerText  // digits on a badge in the colour of a layer
    case industrial  // backgrounds of areas of a street map
    case field
    case sand
    case wood
    case park
    case plaza
    case building
    case parkPattern  // dots on parks where there is no tint for them
    case motorway  // lines of a street map
    case majorRoad
    case mediumRoad
    case streetMesh  // minor streets from afar
    case minorStreet
    case nearStreet  // minor streets seen from near
    case pedestrianStreet
    case serviceRoad
    case footpath
    case railway
    case waterway
    case waterEdge  // shores without tints
    case ferry
    case motorwayLabel  // names on a street map
    case majorRoadLabel
    case streetLabel
    case waterLabel
    case parkLabel
    case settlementLabel
    case pointOfInterestLabel
    case stationLabel
    case shield  // background of a road's number
    case shieldText
    case streetBadge2  // small clusters over streets
    case category1  // rows by the values of a column: badges and signs
    case category2
    case category3
    case category4
    case category5
    case category6
    case category7
    case category8
    case otherCategories
    case range1  // rows by numbers, from low to high
    case range2
    case range3
    case range4
    case range5
    case range6
    case noValue  // rows without a value of the column
    case classText  // digits on light classes
    case classTextLight  // digits on dark classes
    case category1Land  // inside areas of a class, on land
    case category2Land
    case category3Land
    case category4Land
    case category5Land
    case category6Land
    case category7Land
    case category8Land
    case otherCategoriesLand
    case range1Land
    case range2Land
    case range3Land
    case range4Land
    case range5Land
    case range6Land
    case noValueLand
    case category1Sea  // the same on water
    case category2Sea
    case category3Sea
    case category4Sea
    case category5Sea
    case category6Sea
    case category7Sea
    case category8Sea
    case otherCategoriesSea
    case range1Sea
    case range2Sea
    case range3Sea
    case range4Sea
    case range5Sea
    case range6Sea
    case noValueSea
    case density1  // shades of a density picture, from few rows to many
    case density2
    case density3
    case density4
    case density5
    case density6
    case density7
    case density8
    case density9
    case density10
    case density11
    case density12
    case density13
    case density14
    case density15
    case density16
    case density17
    case density18
    case density19
    case density20
    case density21
    case density22
    case density23
    case density24
    case densityPlate1  // backgrounds of names over it
    case densityPlate2
    case densityPlate3
    case densityPlate4
    case densityPlate5
    case densityPlate6

    package var index: PaletteIndex { PaletteIndex(rawValue: rawValue) }
}
