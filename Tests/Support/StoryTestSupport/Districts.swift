import DataSets
import MapModel
import Rows
import RowValues
import Streams

/// Districts of a few degrees, one with a hole that another one fills, and one without an outline.
struct Districts: AreaSource {
    /// Boxes as south, west, north, east; the holes are those after the first.
    struct District {
        var name: String
        var code: String
        var boxes: [(Double, Double, Double, Double)]
    }

    var name = "districts"
    var kind = AreaSet.Kind.file
    var districts = Self.usual
    var reading = 0

    static let usual = [
        District(name: "Mitte", code: "M1", boxes: [(48, 2, 49, 3), (48.4, 2.4, 48.6, 2.6)]),
        District(name: "Nord", code: "N1", boxes: [(49, 2, 50, 3)]),
        District(name: "Süd", code: "S1", boxes: [(47, 2, 48, 3)]),
        District(name: "Insel", code: "I1", boxes: [(48.4, 2.4, 48.6, 2.6)]),
        District(name: "Leer", code: "L1", boxes: []),
    ]

    /// Eight rows: two in Mitte, three in Nord, one in Süd, one in Insel, and one outside.
    static let rows = """
        id,name,kind,price,lat,lon
        1,A,bar,10,48.2,2.2
        2,B,cafe,20,48.8,2.8
        3,C,bar,30,48.5,2.5
        4,D,bar,40,49.5,2.5
        5,E,cafe,,49.2,2.1
        6,F,shop,60,49.9,2.9
        7,G,bar,70,51,2.5
        8,H,cafe,80,47.5,2.5
        """
    static let counts = [2, 3, 1, 1, 0]

    func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet { set }

    var set: AreaSet {
        var geometry = AreaGeometry()
        for district in districts {
            var sketch = GeometrySketch()
            for (index, box) in district.boxes.enumerated() {
                sketch.begin(.area, isHole: index > 0)
                for corner in [(box.0, box.1), (box.0, box.3), (box.2, box.3), (box.2, box.1)] {
                    sketch.append(
                        FixedCoordinate(Coordinate(latitude: corner.0, longitude: corner.1)))
                }
            }
            geometry.append(sketch)
        }
        return AreaSet(
            name: name, kind: kind, geometry: geometry, names: districts.map(\.name),
            codes: districts.map(\.code), table: Table(districts: districts), reading: reading)
    }

    private struct Table: RowTable {
        let districts: [District]
        let name = "districts"
        let columnNames = ["title", "ref"]
        let roles = ColumnRoles(label: 0, id: 1, searched: [0])
        var recordCount: Int { districts.count }

        func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
            for row in rows {
                let district = districts[Int(row)]
                let values = [FieldValue(.text, district.name), FieldValue(.text, district.code)]
                body(SourceRow(row: row, line: nil, values: values))
            }
        }
    }
}
