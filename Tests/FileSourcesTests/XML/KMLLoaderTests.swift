import Foundation
import MapModel
import Platform
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

@Suite struct KMLLoaderTests {
    private static func load(_ bytes: [UInt8], windowSize: Int = 1 << 20) throws -> LoadedSource {
        let file = try TemporaryFile(bytes, extension: "kml")
        return try withExtendedLifetime(file) {
            var options = FeatureOptions()
            options.windowSize = windowSize
            return try XMLLoader.kml(SourceInput(path: file.path), options: options).loaded()
        }
    }

    private static func load(placemark: String) throws -> LoadedSource {
        try load(Array("<kml><Document><Placemark>\(placemark)</Placemark></Document></kml>".utf8))
    }

    private static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document><name>title</name><Style id="s"><LineStyle><color>ff</color></LineStyle></Style>
        <Folder><name>Outer</name><Folder><name>Inner</name>
        <Placemark id="p1"><name>A</name><description><![CDATA[<b>bold</b>]]></description><styleUrl>#s</styleUrl>
        <Style><IconStyle><scale>1</scale></IconStyle></Style><TimeStamp><when>2026-11-21</when></TimeStamp>
        <ExtendedData><Data name="height"><displayName>H</displayName><value>12</value></Data>
        <SchemaData schemaUrl="#x"><SimpleData name="use">church</SimpleData></SchemaData></ExtendedData>
        <Point><altitudeMode>absolute</altitudeMode><coordinates> 8.5,47.5,400 </coordinates></Point></Placemark>
        </Folder>
        <Placemark><name>B</name><LineString><coordinates>1,2 3,4
        5,6,7</coordinates></LineString></Placemark></Folder>
        <Placemark><name>C</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates>
        </LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates>
        </LinearRing></innerBoundaryIs></Polygon></Placemark>
        <Placemark><name>D</name></Placemark>
        <Placemark><name>E</name><Point><coordinates>8,95</coordinates></Point></Placemark>
        <Placemark><name>F</name><Point><coordinates>north</coordinates></Point></Placemark>
        <NetworkLink><name>no</name><Link><href>http://localhost/x.kml</href></Link></NetworkLink>
        <GroundOverlay><name>no</name></GroundOverlay>
        <Placemark><name>G</name><gx:Track><when>2026</when><when>2026</when><gx:coord>7 8 9</gx:coord>
        <gx:coord>8 9 9</gx:coord><gx:coord/></gx:Track></Placemark>
        </Document></kml>
        """

    @Test(arguments: [64, 100, 1 << 20]) func rowsOfADocument(windowSize: Int) throws {
        let loaded = try Self.load(Array(Self.document.utf8), windowSize: windowSize)
        #expect(loaded.isAccountedFor && loaded.table.recordCount == 7)
        let rows = try loaded.rows()
        #expect(
            rows[0] == [
                "id": "p1", "name": "A", "description": "<b>bold</b>", "time": "2026-11-21", "height": "12",
                "use": "church", "folder": "Outer / Inner",
            ])
        #expect(rows[1] == ["name": "B", "folder": "Outer"] && rows[2] == ["name": "C"])
        #expect(
            loaded.places() == [
                0: FixedCoordinate(latitudeE7: 475_000_000, longitudeE7: 85_000_000),
                // The middle of the lines, and a place inside the area and outside its hole.
                1: FixedCoordinate(latitudeE7: 39_987_846, longitudeE7: 29_987_833),
                2: FixedCoordinate(latitudeE7: 45_139_437, longitudeE7: 67_500_000),
                6: FixedCoordinate(latitudeE7: 85_003_261, longitudeE7: 75_000_000),
            ])
        #expect(loaded.shapes.count == 3)
        for reason in [SkippedRows.Reason.noGeometry, .latitudeOutOfRange, .badGeometry] {
            #expect(loaded.skipped.count(of: reason) == 1)
        }
        #expect(loaded.notices.contains { $0.contains(": 1 network link, not fetched") })
        #expect(loaded.notices.contains { $0.hasSuffix(": 1 overlay, not shown") })
        #expect(try loaded.table.namedRow(1).line == 11)
    }

    @Test(arguments: [
        ("<Point><coordinates>8,47</coordinates></Point>", [GeometrySketch.Kind.point], [false]),
        ("<Point><coordinates>8 , 47 , 3</coordinates></Point>", [.point], [false]),
        (
            "<MultiGeometry><Point><coordinates>8,47</coordinates></Point><MultiGeometry><LineString><coordinates>"
                + "1,2 3,4</coordinates></LineString></MultiGeometry></MultiGeometry>", [.point, .line],
            [false, false]
        ),
        (
            "<MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates/></LinearRing></outerBoundaryIs>"
                + "<innerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6</coordinates></LinearRing>"
                + "</innerBoundaryIs></Polygon><LinearRing><coordinates>1,2 3,4</coordinates></LinearRing>"
                + "</MultiGeometry>", [.area, .line], [false, false]
        ),
        (
            "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 4,0 4,4</coordinates></LinearRing>"
                + "</outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>1,2 3,4</coordinates></LinearRing>"
                + "</innerBoundaryIs></Polygon>", [.area, .area], [false, true]
        ),
    ]) func partsOfGeometries(text: String, kinds: [GeometrySketch.Kind], holes: [Bool]) throws {
        guard let stream = XMLStream() else { return }
        var geometry = KMLGeometry()
        var coordinates = XMLText()
        try stream.feed(Array(text.utf8).span, isLast: true) { event in
            switch event {
            case .start(let name, _):
                geometry.start(KMLTag(name))
                coordinates.reset()
            case .text(let piece): coordinates.append(piece)
            case .end(let name):
                if name == "coordinates" { coordinates.withTrimmed { geometry.takeCoordinates($0) } }
                geometry.end(KMLTag(name))
            }
        }
        #expect(geometry.fault == nil)
        #expect(geometry.sketch.parts.map(\.kind) == kinds && geometry.sketch.parts.map(\.isHole) == holes)
    }

    @Test(arguments: [
        ("8", SkippedRows.Reason.badGeometry), ("8 north", .badGeometry), ("8,", .badGeometry),
        (",8", .badGeometry),
        ("8,47,1,2", .badGeometry), ("nan,1", .badGeometry), ("1e400,1", .longitudeOutOfRange),
        ("", .noGeometry),
        ("8,-90.1", .latitudeOutOfRange), ("8,,47", .badGeometry),
    ]) func faultyCoordinates(text: String, reason: SkippedRows.Reason) throws {
        let loaded = try Self.load(placemark: "<Point><coordinates>\(text)</coordinates></Point>")
        #expect(loaded.points.isEmpty && loaded.skipped.count(of: reason) == 1)
    }

    @Test func longitudesWrap() throws {
        let loaded = try Self.load(placemark: "<Point><coordinates>190,1</coordinates></Point>")
        #expect(loaded.places()[0]?.longitudeE7 == -1_700_000_000)
        #expect(loaded.notices.contains { $0.hasSuffix("1 row with longitudes beyond ±180, wrapped") })
    }

    @Test(arguments: [true, false]) func zippedDocuments(isStored: Bool) throws {
        let bytes = Packing.zip(
            [
                ("files/a.png", [1, 2]), ("other.kml", Array("<kml/>".utf8)),
                ("doc.kml", Array(Self.document.utf8)),
            ], isStored: isStored, comment: "PK\u{5}\u{6}")
        #expect(try Self.load(bytes).table.recordCount == 7)
        let first = Packing.zip([("A/B.KML", Array(Self.document.utf8))], isStored: isStored)
        #expect(try Self.load(first).table.recordCount == 7)
        let pipe = try NamedPipe()
        pipe.write(first, piece: 100)
        #expect(try XMLLoader.kml(SourceInput(path: pipe.path)).loaded().table.recordCount == 7)
    }

    @Test func entitiesAreNotExpandedAndNothingIsLoaded() throws {
        let text = "<!DOCTYPE kml [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><kml>&a;</kml>"
        let file = try TemporaryFile(Array(text.utf8), extension: "kml")
        #expect(
            XMLLoader.kml(SourceInput(path: file.path)).refusal?.hasSuffix("which is not supported") == true)
    }

    @Test(arguments: 0..<100) func mutationsAreReadOrRefused(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var bytes = Array(Self.document.utf8)
        for _ in 0..<4 { bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(32...126)) }
        if let loaded = try? Self.load(bytes) { #expect(loaded.isAccountedFor) }
    }
}
