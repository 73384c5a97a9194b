/// The column with the heights of rows, by its name.
struct HeightColumn {
    let number: Int
    let metersPerUnit: Double

    private static let names: Set = ["alt", "altitude", "elevation", "ele", "height", "elev", "altmsl"]
    private static let units: [(ending: String, meters: Double)] = [
        ("", 1), ("_m", 1), ("_meters", 1), ("_metres", 1), ("_ft", 0.3048), ("_feet", 0.3048),
    ]

    init?(_ columns: [String]) {
        for (number, column) in columns.enumerated() {
            let name = column.lowercased()
            for unit in Self.units where name.hasSuffix(unit.ending) {
                if Self.names.contains(String(name.dropLast(unit.ending.count))) {
                    self.init(number: number, metersPerUnit: unit.meters)
                    return
                }
            }
        }
        return nil
    }

    private init(number: Int, metersPerUnit: Double) {
        (self.number, self.metersPerUnit) = (number, metersPerUnit)
    }
}
