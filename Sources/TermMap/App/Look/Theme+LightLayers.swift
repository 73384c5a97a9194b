extension Theme {
    /// Lines, areas and layers; see `lightLooks`. With 24 bits the insides of areas are their colour mixed into land
    /// and sea, with fewer colours the dots of a pattern: the entries stand for the one or the other.
    /// Without colour outlines are bold, as coasts are not.
    static let lightLayerLooks: [Role: Look] = [
        .shape: Look(0xb8560f, 130, 1, [.bold]),
        .shapeLand: Look(0xeedccb, 179, 1, []),
        .shapeSea: Look(0xbbc4cb, 179, 1, []),
        .selectedLand: Look(0xd4d3ce, 243, 0, []),
        .selectedSea: Look(0xa2bbce, 243, 0, []),
        .layer1: Look(0x0b7a4b, 29, 2, [.bold]),
        .layer1Land: Look(0xd4e2d4, 108, 2, []),
        .layer1Sea: Look(0xa1cad4, 108, 2, []),
        .layer1Badge: Look(0xd3e7df, 255, nil, []),
        .layer2: Look(0x6d3fd0, 92, 5, [.bold]),
        .layer2Land: Look(0xe2d9e8, 140, 5, []),
        .layer2Sea: Look(0xb0c1e8, 140, 5, []),
        .layer2Badge: Look(0xe5dcf7, 255, nil, []),
        .layer3: Look(0x00798a, 30, 6, [.bold]),
        .layer3Land: Look(0xd2e2dd, 73, 6, []),
        .layer3Sea: Look(0xa0cadd, 73, 6, []),
        .layer3Badge: Look(0xd1e7ea, 255, nil, []),
        .layer4: Look(0x5f7300, 64, 1, [.bold]),
        .layer4Land: Look(0xe0e1c9, 107, 1, []),
        .layer4Sea: Look(0xaec9c9, 107, 1, []),
        .layer4Badge: Look(0xe2e6d1, 255, nil, []),
        .layer5: Look(0x0b63ce, 26, 4, [.bold]),
        .layer5Land: Look(0xd4dee8, 110, 4, []),
        .layer5Sea: Look(0xa1c6e8, 110, 4, []),
        .layer5Badge: Look(0xd3e3f6, 255, nil, []),
        .layer6: Look(0x55606a, 241, 0, [.bold]),
        .layer6Land: Look(0xdfded8, 247, 8, []),
        .layer6Sea: Look(0xadc6d8, 247, 8, []),
        .layer6Badge: Look(0xe0e2e4, 255, nil, []),
        .layerText: Look(0xffffff, 231, 15, []),
    ]
}
