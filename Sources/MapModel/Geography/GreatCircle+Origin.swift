import CByteScan

extension GreatCircle {
    /// A place from which many distances are measured: what depends only on it is calculated once.
    public struct Origin: Sendable {
        private let latitude: Double
        private let cosine: Double
        private let longitude: Double

        /// The origin at `coordinate`, which must lie on the globe.
        public init(_ coordinate: Coordinate) {
            latitude = coordinate.latitude * .pi / 180
            cosine = Self.cosine(ofLatitude: coordinate.latitude)
            longitude = Self.longitude(of: coordinate)
        }

        /// Metres to `end`: exactly the number that `GreatCircle.distance` returns.
        public func distance(to end: Coordinate) -> Double {
            let sineLatitude = sin((end.latitude * .pi / 180 - latitude) / 2)
            let sineLongitude = sin((Self.longitude(of: end) - longitude) * .pi / 360)
            let haversine =
                sineLatitude * sineLatitude
                + cosine * Self.cosine(ofLatitude: end.latitude) * sineLongitude * sineLongitude
            return 2 * earthRadiusMeters * asin(Swift.min(1, haversine.squareRoot()))
        }

        /// Exactly 0 at a pole, so that its longitude does not matter.
        private static func cosine(ofLatitude degrees: Double) -> Double {
            abs(degrees) == 90 ? 0 : cos(degrees * .pi / 180)
        }

        /// 180° and -180° are one meridian.
        private static func longitude(of coordinate: Coordinate) -> Double {
            coordinate.longitude == 180 ? -180 : coordinate.longitude
        }
    }
}
