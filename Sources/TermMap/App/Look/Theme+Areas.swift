extension Theme {
    /// The looks of areas and of what lies above them, on a dark and on a light background.
    ///
    /// Fills are monotone in lightness, and neighbours, the lowest and land too, are at least 0.10 apart in OKLab, for colour-blind
    /// eyes as well (0.05 of 256 colours). Borders are the fill with 42 % of black, or half of white.
    static let areaTable: [Role: (dark: Look, light: Look)] = [
        .emberArea1: (Look(0x62400f, 58, 1), Look(0xf6d9a0, 223, 3)),
        .emberArea2: (Look(0x8f5f16, 130, 1), Look(0xeeb055, 215, 3)),
        .emberArea3: (Look(0xbf7a1c, 172, 3), Look(0xda801f, 172, 1)),
        .emberArea4: (Look(0xea9d2e, 214, 3), Look(0xb84f12, 130, 1)),
        .emberArea5: (Look(0xffc665, 222, 11), Look(0x862809, 88, 5)),
        .emberArea6: (Look(0xffe9b8, 230, 15), Look(0x541104, 52, 5)),
        .emberBorder1: (Look(0x392509, 16, nil), Look(0xfaecd0, 231, nil)),
        .emberBorder2: (Look(0x53370d, 16, nil), Look(0xf6d8aa, 231, nil)),
        .emberBorder3: (Look(0x6f4710, 16, nil), Look(0xecc08f, 231, nil)),
        .emberBorder4: (Look(0x885b1b, 16, nil), Look(0xdca788, 231, nil)),
        .emberBorder5: (Look(0x94733b, 16, nil), Look(0xc29484, 231, nil)),
        .emberBorder6: (Look(0x94876b, 16, nil), Look(0xaa8882, 231, nil)),
        .tideArea1: (Look(0x4d4594, 61, 1), Look(0xbfe0aa, 150, 3)),
        .tideArea2: (Look(0x33719f, 32, 1), Look(0x7cc29a, 72, 3)),
        .tideArea3: (Look(0x2a9187, 37, 3), Look(0x3b9fa0, 30, 1)),
        .tideArea4: (Look(0x66b463, 78, 3), Look(0x2f739f, 24, 1)),
        .tideArea5: (Look(0xbcc556, 185, 11), Look(0x4a4690, 54, 5)),
        .tideArea6: (Look(0xf0ea9c, 229, 15), Look(0x2c1056, 17, 5)),
        .tideBorder1: (Look(0x2d2856, 16, nil), Look(0xdff0d4, 231, nil)),
        .tideBorder2: (Look(0x1e425c, 16, nil), Look(0xbee0cc, 231, nil)),
        .tideBorder3: (Look(0x18544e, 16, nil), Look(0x9dcfd0, 231, nil)),
        .tideBorder4: (Look(0x3b6839, 16, nil), Look(0x97b9cf, 231, nil)),
        .tideBorder5: (Look(0x6d7232, 16, nil), Look(0xa4a2c8, 231, nil)),
        .tideBorder6: (Look(0x8b885a, 16, nil), Look(0x9688aa, 231, nil)),
        .quietBadge2: (Look(0x39444c, 239, nil), Look(0xe6e2d8, 254, nil)),
        .quietBadge2Text: (Look(0xc3ced7, 252, 7), Look(0x4a4a48, 239, nil)),
        .quietBadge3: (Look(0x56636e, 241, nil), Look(0xcfcac0, 251, nil)),
        .quietBadge3Text: (Look(0xeef3f7, 255, 15, [.bold]), Look(0x2a2a28, 235, nil, [.bold])),
        .quietBadge4: (Look(0x94a2ae, 247, 7, [.reverse]), Look(0x8f8a80, 245, 7, [.reverse])),
        .quietBadge5: (
            Look(0xc6d1da, 252, 7, [.reverse, .bold]), Look(0x55524c, 240, 0, [.reverse, .bold])
        ),
        .quietBadge6: (
            Look(0xf4f8fb, 255, 7, [.reverse, .bold]), Look(0x1c1b19, 234, 0, [.reverse, .bold])
        ),
    ]
}
