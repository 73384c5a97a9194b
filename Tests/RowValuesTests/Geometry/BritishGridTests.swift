import MapModel
import RowTestSupport
import Testing

@testable import RowValues
@testable import Streams

@Suite struct BritishGridTests {
    private func read(
        _ text: String, _ projection: GeometryProjection = .named
    ) -> Result<[Double], GeometryFault> {
        ByteRun.with(Array(text.utf8)) { run in
            Result { () throws(GeometryFault) in
                var sketch = GeometrySketch()
                let remarks = try BritishGrid.read(
                    run, 0..<run.count, into: &sketch, projection: projection)
                guard remarks.reference == 27_700 else { throw .damaged }
                return sketch.projected.flatMap { [$0.x, $0.y] }
            }
        }
    }

    /// Middles of the squares of corners of the grid, of London and of the highest mountain.
    @Test(
        arguments: [
            ("TQ 305 805", [530_550, 180_550]), ("TQ305805", [530_550, 180_550]),
            ("TQ3080", [530_500, 180_500]),
            (" tq 30 80 ", [530_500, 180_500]), ("NN 16678 71285", [216_678.5, 771_285.5]),
            ("NN1667871285", [216_678.5, 771_285.5]), ("SV", [50_000, 50_000]),
            ("HP61", [465_000, 1_215_000]),
            ("JM 9 9", [695_000, 1_295_000]),
        ] as [(String, [Double])])
    func referencesAreEastingsAndNorthings(text: String, expected: [Double]) {
        #expect(read(text) == .success(expected))
    }

    @Test(arguments: [
        "", "T", "TQ3", "TQ308", "TQ 30 805", "TQ 3 0 8", "TI3080", "AA3080", "ZZ1111", "TQ308O",
        "TQ305805805805",
        "1Q3080", "TQ-30-80",
    ])
    func othersAreNone(text: String) {
        #expect(read(text) == .failure(.damaged))
    }

    @Test func readersOfDegreesRefuseThem() {
        #expect(read("TQ3080", .refused) == .failure(.otherReference))
    }

    /// The name decides: article numbers look alike.
    @Test(arguments: [("Grid_Ref", true, true), ("article", true, false), ("gridref", false, false)])
    func columnsAreFoundByName(name: String, readsProjected: Bool, isFound: Bool) {
        let detection = ColumnDetection(
            names: ["id", name], hasHeader: true,
            sample: ColumnSample(
                records: ["TQ3080", "SK 12 34", ""].map { [Array("1".utf8), Array($0.utf8)] }),
            options: ColumnOptions(), readsProjected: readsProjected)
        let found = try? detection.detected()
        #expect(found?.coordinates == (isFound ? .geometry(column: 1, notation: .britishGrid) : nil))
    }
}
