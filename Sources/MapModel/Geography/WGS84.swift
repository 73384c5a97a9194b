import CByteScan

/// The ellipsoid of the World Geodetic System 1984.
///
/// Source: NGA.STND.0036, "World Geodetic System 1984", 2014, table 3.1.
public enum WGS84 {
    /// The semi-major axis a, in metres.
    public static var equatorialRadiusMeters: Double { 6_378_137 }

    /// The flattening f = (a - b) / a.
    public static var flattening: Double { 1 / 298.257_223_563 }

    /// The semi-minor axis b, in metres.
    public static var polarRadiusMeters: Double { equatorialRadiusMeters * axisRatio }

    /// The surface of the whole ellipsoid, in square metres.
    public static var areaSquareMeters: Double { 4 * .pi * authalicRadiusSquared }

    /// b / a.
    static var axisRatio: Double { 1 - flattening }

    /// The first eccentricity squared, e² = (a² - b²) / a².
    static var eccentricitySquared: Double { flattening * (2 - flattening) }

    /// The second eccentricity squared, e′² = (a² - b²) / b².
    static var secondEccentricitySquared: Double { eccentricitySquared / (axisRatio * axisRatio) }

    /// The third flattening n = (a - b) / (a + b), in whose powers the coefficients of `GeodesicSeries` are.
    static var thirdFlattening: Double { flattening / (2 - flattening) }

    /// The square of the radius of a sphere of the same surface, in square metres.
    static let authalicRadiusSquared: Double = {
        let eccentricity = eccentricitySquared.squareRoot()
        let polarShare = atanh(eccentricity) / eccentricity
        return
            (equatorialRadiusMeters * equatorialRadiusMeters
            + polarRadiusMeters * polarRadiusMeters * polarShare) / 2
    }()
}
