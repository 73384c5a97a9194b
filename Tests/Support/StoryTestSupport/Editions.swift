import Foundation
import MapModel
import TestSupport

/// Two editions of airports: the real one, and one with edits that are known.
struct Editions {
    let old: String
    let new: String

    private struct Row {
        var icao: String
        var name: String
        var elevation: Int
        var latitude: Double
        var longitude: Double
        var zone: String

        var line: String {
            "\(icao),\(name),\(elevation),\(Self.fixed(latitude)),\(Self.fixed(longitude)),\(zone)\n"
        }

        static func fixed(_ value: Double) -> String { String(format: "%.6f", value) }
    }

    private static let header = "icao,name,elevation,lat,lon,tz\n"

    /// Of all airports: 104 removed, 231 added, 46 moved, a quarter of them far, and 1,902 with other values; three in four
    /// edits are in Europe.
    static let airports: Editions = {
        var random = SeededRandom(9)
        let rows = airportRows()
        var order = Array(rows.indices)
        order.shuffle(using: &random)
        order = order.filter { isInEurope(rows[$0]) || random.number(0...3) == 0 }
        var edited = rows
        for _ in 0..<46 {
            guard let index = order.popLast() else { break }
            let degrees =
                random.number(0...3) == 0 ? random.fraction(0.1...0.4) : random.fraction(0.001...0.008)
            let turn = random.fraction(0...6.28)
            edited[index].latitude += degrees * cos(turn)
            edited[index].longitude += degrees * sin(turn)
            if random.number(0...2) == 0 { edited[index].elevation += random.number(1...60) }
        }
        for _ in 0..<1902 {
            guard let index = order.popLast() else { break }
            switch random.number(0...9) {
            case 0...5: edited[index].elevation += random.number(1...60)
            case 6...8: edited[index].name += " Regional"
            default: edited[index].zone = "Europe/Elsewhere"
            }
        }
        let removed = Set((0..<104).compactMap { _ in order.popLast() })
        var new = edited.indices.filter { !removed.contains($0) }.map { edited[$0] }
        for number in 0..<231 {
            guard let index = order.popLast() else { break }
            var row = rows[index]
            (row.icao, row.name) = ("ZZ\(number)", "New Field \(number)")
            row.latitude += random.fraction(-0.4...0.4)
            row.longitude += random.fraction(-0.4...0.4)
            new.insert(row, at: number * 100)
        }
        return Editions(
            old: rows.reduce(into: header) { $0 += $1.line }, new: new.reduce(into: header) { $0 += $1.line })
    }()

    /// Six shops: one removed, one added, one moved to the east, one with another price, one with another name.
    static let shops = Editions(
        old: """
            id,name,price,lat,lon
            1,Alpha,10,48,2
            2,Beta,20,48.5,2.5
            3,Gamma,30,45,4
            4,Delta,40,43,5
            5,Epsilon,50,52,13

            """,
        new: """
            id,name,price,lat,lon
            1,Alpha,10,48,2
            2,Beta,25,48.5,2.5
            3,Gamma,30,45,6
            6,Zeta,60,41,12
            5,Epsilon Two,50,52,13

            """)

    private static func isInEurope(_ row: Row) -> Bool {
        (35...62).contains(row.latitude) && (-12...32).contains(row.longitude)
    }

    private static func airportRows() -> [Row] {
        let text =
            (try? String(contentsOfFile: Repository.root + "/data/airports.csv", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = fields(of: line)
            guard fields.count > 9, let latitude = Double(fields[7]), let longitude = Double(fields[8]) else {
                return nil
            }
            return Row(
                icao: fields[0], name: fields[2].replacing(",", with: " "), elevation: Int(fields[6]) ?? 0,
                latitude: latitude, longitude: longitude, zone: fields[9])
        }
    }

    private static func fields(of line: Substring) -> [String] {
        var fields = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}

/// Two editions as files whose names do not change from run to run, removed when the value is let go.
final class EditionFiles {
    private let folder: ScratchFolder
    let old: String
    let new: String

    init(_ editions: Editions) throws {
        folder = try ScratchFolder()
        old = try folder.file("edition-2025.csv", editions.old)
        new = try folder.file("edition-2026.csv", editions.new)
    }
}
