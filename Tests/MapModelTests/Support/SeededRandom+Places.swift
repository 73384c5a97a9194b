import TestSupport

@testable import MapModel

extension SeededRandom {
    /// Anywhere, in a town, at 180°, beyond the Mercator square, or at one favourite place.
    mutating func place() -> FixedCoordinate {
        switch number(0...9) {
        case 0:
            FixedCoordinate(
                latitudeE7: latitude(),
                longitudeE7: Bool.random(using: &self) ? 1_800_000_000 : -1_800_000_000)
        case 1:
            FixedCoordinate(
                latitudeE7: Int32(number(850_511_280...900_000_000)) * (Bool.random(using: &self) ? 1 : -1),
                longitudeE7: longitude())
        case 2...4:
            FixedCoordinate(
                latitudeE7: Int32(525_000_000 + number(-9_000...9_000)),
                longitudeE7: Int32(134_000_000 + number(-9_000...9_000)))
        case 5: FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
        default: FixedCoordinate(latitudeE7: latitude(), longitudeE7: longitude())
        }
    }

    private mutating func latitude() -> Int32 { Int32(number(-900_000_000...900_000_000)) }
    private mutating func longitude() -> Int32 { Int32(number(-1_800_000_000...1_800_000_000)) }

    mutating func places(_ count: Int) -> [FixedCoordinate] { (0..<count).map { _ in place() } }

    /// A view at any place and zoom, often near one of `places` or at 180°.
    mutating func viewport(near places: [FixedCoordinate]) -> Viewport {
        var center = WorldPoint(x: fraction(), y: fraction())
        if number(0...2) > 0, let place = places.randomElement(using: &self) {
            center = QuantumPoint(place).worldPoint
        }
        if number(0...4) == 0 { center.x = 0 }
        return Viewport(
            center: center, zoom: Double(number(0...44)) / 2,
            size: DotSize(columns: number(10...60), rows: number(4...30)))
    }

    mutating func window() -> WorldWindow {
        let side = Int(WorldWindow.worldSize)
        let west = Int64(number(0...side))
        let north = Int64(number(0...side))
        return WorldWindow(
            west: west, east: west + Int64(number(0...side)), north: north,
            south: north + Int64(number(0...side)))
    }

    /// A box with edges in anything from random to degenerate, often through one of `places`.
    mutating func box(near places: [FixedCoordinate]) -> GeoBounds {
        var edges = [fraction() * 180 - 90, fraction() * 180 - 90].sorted()
        var sides = [fraction() * 360 - 180, fraction() * 360 - 180]
        if number(0...1) == 0, let place = places.randomElement(using: &self)?.coordinate {
            edges[number(0...1)] = place.latitude
            sides[number(0...1)] = place.longitude
        }
        if number(0...4) == 0 { sides[number(0...1)] = Bool.random(using: &self) ? 180 : -180 }
        if number(0...5) == 0 { edges[0] = edges[1] }
        if number(0...5) == 0 { sides[0] = sides[1] }
        if number(0...5) == 0 { edges[1] = 90 }
        edges.sort()
        return GeoBounds(south: edges[0], west: sides[0], north: edges[1], east: sides[1])
    }
}

extension QuadTree {
    /// A tree whose row numbers are the indices of `places`.
    init(_ places: [FixedCoordinate]) {
        var buffer = PointBuffer()
        for (row, place) in places.enumerated() { buffer.append(place, row: UInt32(row)) }
        self.init(buffer)
    }

    func rows(in window: WorldWindow) -> [UInt32] {
        var found: [UInt32] = []
        visit(in: window) {
            found.append(row(at: $0))
            return true
        }
        return found.sorted()
    }
}

extension FixedCoordinate {
    /// The same place as the tree tells it: 180° as -180°.
    var ofTree: FixedCoordinate {
        longitudeE7 == 1_800_000_000
            ? FixedCoordinate(latitudeE7: latitudeE7, longitudeE7: -longitudeE7) : self
    }
}
