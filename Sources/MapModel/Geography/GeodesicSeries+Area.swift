extension GeodesicSeries {
    /// C₄: the integral I₄ of the area between a geodesic and the equator.
    ///
    /// Source: Karney, 2013, equation 63, in powers of n and ε as in its addenda,
    /// https://geographiclib.sourceforge.io/geod-addenda.html.
    var area: OddCosineSeries {
        let e = epsilon
        return OddCosineSeries(
            c0: Self.area00 + e * (Self.area01 + e * (Self.area02 + e * (Self.area03 + e * Self.area04)))
                + e * e * e * e * e * (97 / 15015),
            c1: e
                * (Self.area11 + e * (Self.area12 + e * (Self.area13 + e * (Self.area14 + e * (1 / 9009))))),
            c2: e * e * (Self.area22 + e * (Self.area23 + e * (Self.area24 + e * (8 / 10725)))),
            c3: e * e * e * (Self.area33 + e * (Self.area34 - e * (136 / 63063))),
            c4: e * e * e * e * (Self.area44 - e * (128 / 135135)),
            c5: e * e * e * e * e * (128 / 99099))
    }

    private static var n: Double { WGS84.thirdFlattening }

    // The factor of εʲ in C₄ₗ, as `area` l j.
    private static var area00: Double {
        2 / 3 - n * (4 / 15 - n * (8 / 105 + n * (4 / 315 + n * (16 / 3465 + n * (20 / 9009)))))
    }
    private static var area01: Double {
        -1 / 5 + n * (16 / 35 - n * (32 / 105 - n * (16 / 385 + n * (64 / 15015))))
    }
    private static var area02: Double {
        -2 / 105 - n * (32 / 315 - n * (1088 / 3465 - n * (1184 / 5005)))
    }
    private static var area03: Double { 11 / 315 - n * (368 / 3465 + n * (32 / 6435)) }
    private static var area04: Double { 4 / 1155 + n * (1088 / 45045) }
    private static var area11: Double {
        1 / 45 - n * (16 / 315 - n * (32 / 945 - n * (16 / 3465 + n * (64 / 135135))))
    }
    private static var area12: Double {
        -2 / 105 + n * (64 / 945 - n * (128 / 1485 - n * (1984 / 45045)))
    }
    private static var area13: Double { -1 / 105 + n * (16 / 2079 + n * (5792 / 135135)) }
    private static var area14: Double { 4 / 1155 - n * (2944 / 135135) }
    private static var area22: Double { 4 / 525 - n * (32 / 1575 - n * (64 / 3465 - n * (32 / 5005))) }
    private static var area23: Double { -8 / 1575 + n * (128 / 5775 - n * (256 / 6825)) }
    private static var area24: Double { -8 / 1925 + n * (1856 / 225225) }
    private static var area33: Double { 8 / 2205 - n * (256 / 24255 - n * (512 / 45045)) }
    private static var area34: Double { -16 / 8085 + n * (1024 / 105105) }
    private static var area44: Double { 64 / 31185 - n * (512 / 81081) }
}
