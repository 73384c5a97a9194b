import CellGraphics

/// The purpose of a colour on the screen; `Theme` says what it looks like.
package enum Role: UInt16, CaseIterable {
    case text = 1  // text on the terminal
    case sea, land  // backgrounds; lakes are sea
    case coast  // coast dots, lake shores
    case border, farBorder, disputedBorder, stateBorder  // of countries, also from afar; of states
    case river
    case graticule, graticuleLabel  // meridians and parallels, their degrees
    case countryLabel, stateLabel, cityLabel, capitalLabel, cityDot, seaLabel
    case place, placeLabel  // a single row
    case badge2, badge2Text, badge3, badge3Text, badge4, badge4Text, badge5, badge5Text, badge6, badge6Text
    case histogram, histogramMean  // bars in panels, the bar that holds the mean
    case selection, selectionText
    case statusBar, barText, barDim, barStrong, barKey
    case good, warning, error
    case hintBar
    case panel, panelText, panelDim, panelStrong, panelRule, panelKey
    case currentRow, inputField
    case match, matchText  // a badge that holds matches, its digits
    case matchedLetters  // matched parts of names in lists
    case faded, fadedText  // a badge that holds none, its digits and single rows that do not match
    case placemark, placemarkLabel, placemarkText  // the sign of a place that was asked for, its name
    case mark, markText  // the sign of a marked row and a badge of marked rows, its digits
    case ring  // the circle of what is near
    case position, accuracyCircle, track, stale  // the user's own; how far off it may be; of some time ago
    case shape, shapeLand, shapeSea  // outlines of lines and areas, insides on land and on water
    case selectedLand, selectedSea  // inside the selected area
    case layer1, layer1Land, layer1Sea, layer1Badge  // a layer: lines and single places, insides of areas
    case layer2, layer2Land, layer2Sea, layer2Badge
    case layer3, layer3Land, layer3Sea, layer3Badge
    case layer4, layer4Land, layer4Sea, layer4Badge
    case layer5, layer5Land, layer5Sea, layer5Badge
    case layer6, layer6Land, layer6Sea, layer6Badge
    case layerText  // digits on a badge in the colour of a layer
    case industrial, field, sand, wood, park, plaza, building  // areas of a street map
    case parkPattern  // dots on parks where there is no tint for them
    case motorway, majorRoad, mediumRoad  // lines of a street map
    case streetMesh, minorStreet, nearStreet  // minor streets from afar, nearer, seen from near
    case pedestrianStreet, serviceRoad, footpath, railway, waterway
    case waterEdge  // shores without tints
    case ferry
    case motorwayLabel, majorRoadLabel, streetLabel, waterLabel, parkLabel, settlementLabel
    case pointOfInterestLabel, stationLabel
    case shield, shieldText  // a road's number
    case streetBadge2  // small clusters over streets
    case category1, category2, category3, category4, category5, category6, category7, category8
    case otherCategories  // rows by the values of a column: badges and signs
    case range1, range2, range3, range4, range5, range6  // rows by numbers, from low to high
    case noValue  // rows without a value of the column
    case classText, classTextLight  // digits on light and on dark classes
    case category1Land, category2Land, category3Land, category4Land, category5Land, category6Land
    case category7Land, category8Land, otherCategoriesLand  // inside areas of a class, on land
    case range1Land, range2Land, range3Land, range4Land, range5Land, range6Land, noValueLand
    case category1Sea, category2Sea, category3Sea, category4Sea, category5Sea, category6Sea
    case category7Sea, category8Sea, otherCategoriesSea  // the same on water
    case range1Sea, range2Sea, range3Sea, range4Sea, range5Sea, range6Sea, noValueSea
    // Shades of a density picture, from few rows to many, and the backgrounds of names over them.
    case density1, density2, density3, density4, density5, density6, density7, density8
    case density9, density10, density11, density12, density13, density14, density15, density16
    case density17, density18, density19, density20, density21, density22, density23, density24
    case densityPlate1, densityPlate2, densityPlate3, densityPlate4, densityPlate5, densityPlate6

    // Areas by class: fills from low to high, borders between two of one class.
    case emberArea1, emberArea2, emberArea3, emberArea4, emberArea5, emberArea6
    case emberBorder1, emberBorder2, emberBorder3, emberBorder4, emberBorder5, emberBorder6
    case tideArea1, tideArea2, tideArea3, tideArea4, tideArea5, tideArea6
    case tideBorder1, tideBorder2, tideBorder3, tideBorder4, tideBorder5, tideBorder6
    case quietBadge2, quietBadge2Text, quietBadge3, quietBadge3Text  // clusters above areas
    case quietBadge4, quietBadge5, quietBadge6
    case signOfRange1, signOfRange2, signOfNoValue  // single rows of classes with faint colours
    case timeInside, timeOutside  // bars of the band, in the window and outside
    case less1, less2, less3, less4  // badges with fewer rows than before; more have those of counts

    package var index: PaletteIndex { PaletteIndex(rawValue: rawValue) }
}
