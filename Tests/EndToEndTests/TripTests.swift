import Foundation
import Testing

/// Figures of tracks and measures by the real program: bytes, exit codes, messages.
@Suite(.timeLimit(.minutes(10)))
struct TripTests {
    /// Ten steps of 0.001° along a meridian, 10 s each, and a stop of 3 min in the middle.
    private static let ride: String = {
        var points = ""
        var seconds = 0
        for step in 0...20 {
            let pause = step == 10 ? 18 : 0
            for _ in 0...pause {
                let clock =
                    "\(seconds / 60 < 10 ? "0" : "")\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
                points +=
                    "<trkpt lat=\"\(47 + Double(step) / 1000)\" lon=\"8\"><ele>\(500 + 2 * step)</ele>"
                    + "<time>2026-05-02T07:\(clock)Z</time></trkpt>\n"
                seconds += 10
            }
        }
        return "<gpx version=\"1.1\"><trk><name>Ride</name><trkseg>\n\(points)</trkseg></trk></gpx>"
    }()

    private func number(_ object: [String: Any], _ key: String) -> Double? {
        (object[key] as? NSNumber)?.doubleValue ?? object[key] as? Double
            ?? (object[key] as? Int).map(Double.init)
    }

    private func track(_ run: Run) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let tracks = try #require(object?["tracks"] as? [[String: Any]], "\(run.output) \(run.errors)")
        return try #require(tracks.first)
    }

    @Test func figuresAreThoseOfTheGenerator() throws {
        let file = try ScratchFile(Self.ride, named: "ride.gpx")
        let run = try Run(["trip", "--json", "--splits", "1km", file.path])
        let track = try track(run)
        #expect(run.code == 0 && track["name"] as? String == "Ride" && number(track, "points") == 39)
        // 0.02° of the meridian at 47° by GeographicLib.
        #expect(abs((number(track, "distance_m") ?? 0) - 2_223.4207) < 0.001)
        #expect(number(track, "elapsed_s") == 380 && number(track, "moving_s") == 200)
        #expect(abs((number(track, "ascent_m") ?? 0) - 40) < 3 && number(track, "descent_m") == 0)
        #expect(
            number(track, "max_elevation_m") == 540 && track["start"] as? String == "2026-05-02T07:00:00Z")
        let stops = try #require(track["stops"] as? [[String: Any]])
        #expect(stops.count == 1 && number(stops[0], "duration_s") == 180)
        let splits = try #require(track["splits"] as? [[String: Any]])
        #expect(splits.count == 3 && abs((number(splits[0], "distance_m") ?? 0) - 1_000) < 1e-6)
    }

    /// A receiver reports more than fixes: nothing is left out of its way.
    @Test func reportsThatAreNoFixesAreNotMissed() throws {
        let fixes = (0..<20).map { step in
            """
            {"class":"TPV","device":"/dev/x","mode":3,"time":"2026-05-02T07:00:\(10 + step)Z","lat":\(47 + Double(step) / 1e4),"lon":8}
            {"class":"SKY","device":"/dev/x","hdop":0.9}
            """
        }
        let head = "{\"class\":\"VERSION\",\"release\":\"3.25\"}\n"
        let file = try ScratchFile(head + fixes.joined(separator: "\n") + "\n", named: "log.gpsd")
        let run = try Run(["trip", "--json", file.path])
        #expect(number(try track(run), "points") == 20 && run.errors == "", "\(run.errors)")
    }

    @Test func textHasALineForEachFigure() throws {
        let file = try ScratchFile(Self.ride, named: "ride.gpx")
        let run = try Run(["trip", file.path])
        for line in ["name\tRide", "points\t39", "distance\t2223.4\tm", "elapsed\t380\ts", "stops\t1"] {
            #expect(run.output.contains(line + "\n"), "\(run.output)")
        }
        let range = try Run(["trip", "--range", "0.5..1.5", file.path])
        #expect(range.output.contains("distance\t1000.0\tm\n"), "\(range.output)")
        let miles = try Run(["trip", "--units", "mi", file.path])
        #expect(miles.output.contains("distance\t1.382\tmi\n"), "\(miles.output)")
        let time = try Run([
            "trip", "--from", "2026-05-02T07:01:00", "--to", "2026-05-02T07:01:30", file.path,
        ])
        #expect(time.output.contains("elapsed\t30\ts\n"), "\(time.output)")
    }

    @Test func stopsAreRows() throws {
        let file = try ScratchFile(Self.ride, named: "ride.gpx")
        let run = try Run(["trip", "--stop", "60s,30m", "-o", "csv", file.path])
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == "start,end,duration_s,latitude,longitude,points,place,country,track")
        #expect(
            lines.count == 2
                && lines[1].hasPrefix("2026-05-02T07:01:40Z,2026-05-02T07:04:40Z,180,47.01,8.0,19,"))
    }

    private static let fleet = """
        vehicle,time,lat,lon
        b,2026-05-02T07:00:10Z,1,2.001
        a,2026-05-02T07:00:10Z,1,1.002
        a,2026-05-02T07:00:00Z,1,1.001
        b,2026-05-02T07:00:00Z,1,2
        a,2026-05-02T07:00:20Z,1,1.004

        """

    @Test func rowsAreJoinedByAColumn() throws {
        let file = try ScratchFile(Self.fleet)
        let run = try Run(["trip", "--track-by", "vehicle", "--json", file.path])
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let tracks = try #require(object?["tracks"] as? [[String: Any]], "\(run.output) \(run.errors)")
        #expect(tracks.map { $0["name"] as? String } == ["b", "a"])
        #expect(abs((number(tracks[1], "distance_m") ?? 0) - 333.9079) < 0.001)
        let all = try track(Run(["trip", "--json", "--track-by", file.path]))
        #expect(number(all, "points") == 5)
        let wrong = try Run(["trip", "--track-by", "bus", file.path])
        #expect(wrong.code == 2 && wrong.errors.contains("no column \"bus\" (--track-by)"))
    }

    @Test func theMapHasLinesInsteadOfPoints() throws {
        let file = try ScratchFile(Self.fleet)
        let rows = try Run(["-o", "csv", "--track-by", "vehicle", file.path])
        let lines = rows.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("vehicle,points,start,end,length_m") == true, "\(rows.output)")
        #expect(lines.count == 3 && lines[1].hasPrefix("b,2,2026-05-02T07:00:00Z,2026-05-02T07:00:10Z,111.3"))
        #expect(lines.last?.hasPrefix("a,3,2026-05-02T07:00:00Z,2026-05-02T07:00:20Z,333.9") == true)
        #expect(rows.errors.contains("5 of 5 rows joined to 2 lines"))
    }

    @Test func whatIsNoTrackIsSaid() throws {
        let points = try ScratchFile("name,lat,lon\na,1,2\nb,3,4\n")
        let run = try Run(["trip", points.path])
        #expect(
            run.code == 1 && run.errors.contains("no times and no lines: --track-by COLUMN?"), "\(run.errors)"
        )
        let order = try Run(["trip", "--track-by", "--json", points.path])
        #expect(order.code == 0 && order.errors.contains("no times: rows in the order of the file"))
        #expect(order.output.contains("\"elapsed_s\":null,\"moving_s\":null"), "\(order.output)")
        #expect(order.output.contains("\"ascent_m\":null") && order.output.contains("\"stops\":null"))
        for arguments in [
            ["--range", "5"], ["--stop", "x"], ["--splits", "0"], ["--from", "x"], ["--where", "a = 1"],
            ["-o", "geojson"], ["--range", "5..1"],
        ] {
            let run = try Run(["trip"] + arguments + [points.path])
            #expect(
                run.code == 2 && run.errors.split(separator: "\n").count == 1, "\(arguments) \(run.errors)")
        }
        #expect(try Run(["trip", "/no/such/file"]).code == 2)
    }

    // MARK: - Measure

    @Test func legsAndSumsArePrinted() throws {
        let run = try Run(["measure", "0,0", "0,1", "-1,1"])
        let expected = """
            from\tto\tdistance_m\tbearing_deg\tfinal_bearing_deg
            0,0\t0,1\t111319.491\t90.000000\t90.000000
            0,1\t-1,1\t110574.389\t180.000000\t180.000000
            # length_m 221893.879 closed_m 378793.448 area_m2 6154854786.7

            """
        #expect(run.code == 0 && run.output == expected, "\(run.output) \(run.errors)")
        let miles = try Run(["measure", "--units", "nm", "0,0", "0,1"])
        #expect(miles.output.contains("distance_nm\t") && miles.output.contains("# length_nm 60.108\n"))
    }

    @Test func linesOfInputAreWays() throws {
        let input = "0,0 0,180\n10,20 10,20\n\n90,0 -90,77\n0,0 1,1 0,1 1,0\n5,5\n"
        let run = try Run(["measure", "--json", "-"], input: input)
        let lines = run.output.split(separator: "\n")
        #expect(run.code == 0 && lines.count == 5, "\(run.output) \(run.errors)")
        #expect(lines[0].hasPrefix("{\"points\":2,\"length_m\":20003931.45862"))
        #expect(lines[1].contains("\"length_m\":0.0,\"closed_m\":null,\"area_m2\":null,\"bearing_deg\":null"))
        #expect(lines[2].contains("\"length_m\":20003931.45862"))
        #expect(run.errors.contains("crosses itself"))
        let wrong = try Run(["measure", "-"], input: "0,0 99,0\n")
        #expect(wrong.code == 2 && wrong.errors.contains("stdin:1"), "\(wrong.errors)")
        // A slip is no name.
        let slip = try Run(["measure", "-"], input: "0,0 0,1\nfoo bar\n")
        #expect(slip.code == 2 && slip.errors.contains("stdin:2"), "\(slip.errors)")
        #expect(slip.output.contains("111319.491"), "\(slip.output)")
        #expect(try Run(["measure", "-"], input: "0,0 0,1").output.contains("# length_m 111319.491"))
        #expect(try Run(["measure", "-"], input: "").code == 1)
        #expect(try Run(["measure", "0,0"]).code == 2)
    }
}
