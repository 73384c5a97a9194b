/// What lies within a circle, in two stages: boxes that an index or a database can answer, then exact distances.
///
/// The first stage is any function of boxes: `WHERE lat BETWEEN … AND lon BETWEEN …` works as well as a
/// `QuadTree`. It must not miss what lies in the boxes, edges included; whatever else it returns is dropped.
public struct LocationFinder: Sendable {
    /// An element and how far it is.
    public struct Found<Element> {
        /// The element, as the first stage returned it.
        public let element: Element
        /// Metres from the centre along the great circle, at most the radius.
        public let distanceMeters: Double
    }

    /// The circle that is searched.
    public let circle: GeoCircle

    /// A finder for what lies in `circle`, the edge included.
    public init(_ circle: GeoCircle) { self.circle = circle }

    /// The elements inside, nearest first; equally near ones in their original order.
    ///
    /// - Parameters:
    ///   - candidates: the first stage: all elements in any of the one or two boxes, each once.
    ///   - place: where an element is.
    public func find<Element, Failure: Error>(
        _ candidates: ([GeoBounds]) throws(Failure) -> [Element], at place: (Element) -> Coordinate
    ) throws(Failure) -> [Found<Element>] {
        let origin = GreatCircle.Origin(circle.center)
        let inside = try candidates(circle.boundingBoxes).enumerated().compactMap { order, element in
            let meters = origin.distance(to: place(element))
            return meters <= circle.radiusMeters
                ? (order: order, found: Found(element: element, distanceMeters: meters)) : nil
        }
        return inside.sorted {
            ($0.found.distanceMeters, $0.order) < ($1.found.distanceMeters, $1.order)
        }.map(\.found)
    }
}

extension LocationFinder.Found: Sendable where Element: Sendable {}
