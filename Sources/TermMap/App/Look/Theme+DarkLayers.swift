extension Theme {
    /// Lines, areas and layers; see `darkLooks`. With 24 bits the insides of areas are their colour mixed into land
    /// and sea, with fewer colours the dots of a pattern: the entries stand for the one or the other.
    /// Without colour outlines are bold, as coasts are not.
    static let darkLayerLooks: [Role: Look] = [
        .shape: Look(0xe0a544, 179, 3, [.bold]),
        .shapeLand: Look(0x494a34, 136, 3, []),
        .shapeSea: Look(0x25282a, 136, 3, []),
        .selectedLand: Look(0x4e5954, 246, 15, []),
        .selectedSea: Look(0x283341, 246, 15, []),
        .layer1: Look(0x2fd08a, 42, 2, [.bold]),
        .layer1Land: Look(0x2b5140, 29, 10, []),
        .layer1Sea: Look(0x0f2d33, 29, 10, []),
        .layer1Badge: Look(0x154535, 239, nil, []),
        .layer2: Look(0xb79cff, 141, 5, [.bold]),
        .layer2Land: Look(0x424854, 97, 5, []),
        .layer2Sea: Look(0x202741, 97, 5, []),
        .layer2Badge: Look(0x3b3656, 239, nil, []),
        .layer3: Look(0x3fd6d0, 80, 6, [.bold]),
        .layer3Land: Look(0x2e524c, 30, 6, []),
        .layer3Sea: Look(0x112e3b, 30, 6, []),
        .layer3Badge: Look(0x1a4749, 239, nil, []),
        .layer4: Look(0xb8dc5a, 149, 1, [.bold]),
        .layer4Land: Look(0x425338, 100, 1, []),
        .layer4Sea: Look(0x202f2d, 100, 1, []),
        .layer4Badge: Look(0x3b4828, 239, nil, []),
        .layer5: Look(0x4fb3ff, 75, 4, [.bold]),
        .layer5Land: Look(0x304c54, 67, 12, []),
        .layer5Sea: Look(0x132a41, 67, 12, []),
        .layer5Badge: Look(0x1e3d56, 239, nil, []),
        .layer6: Look(0xaab6c0, 250, 7, [.bold]),
        .layer6Land: Look(0x404d49, 245, 7, []),
        .layer6Sea: Look(0x1e2a39, 245, 7, []),
        .layer6Badge: Look(0x383e44, 239, nil, []),
        .layerText: Look(0x0b0f14, 16, 0, []),
    ]
}
