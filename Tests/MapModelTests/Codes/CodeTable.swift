import Foundation
import TestSupport

@testable import MapModel

/// Codes and their middles as other packages have them: `Tests/Codes`, made by `make_codes.py`.
enum CodeTable {
    struct Row: Sendable {
        let notation: CodeNotation
        let code: String
        let middle: Coordinate
        let level: Int

        var name: String { "\(notation.rawValue) \(code)" }
    }

    /// Codes of all notations.
    static let codes: [Row] = lines("codes.tsv").compactMap { fields in
        guard fields.count == 5, let notation = CodeNotation(rawValue: fields[0]),
            let latitude = Double(fields[2]), let longitude = Double(fields[3]), let level = Int(fields[4])
        else { return nil }
        return Row(
            notation: notation, code: fields[1],
            middle: Coordinate(latitude: latitude, longitude: longitude), level: level)
    }

    /// Cells of H3 and S2 with their corners; those of H3 include points on edges of the icosahedron.
    static let corners: [(notation: CodeNotation, code: String, corners: [Coordinate])] =
        lines("corners.tsv").compactMap { fields in
            let numbers = fields.dropFirst(2).compactMap(Double.init)
            guard let notation = CodeNotation(rawValue: fields[0]), numbers.count == fields.count - 2 else {
                return nil
            }
            let corners = stride(from: 0, to: numbers.count - 1, by: 2).map {
                Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
            }
            return (notation, fields[1], corners)
        }

    private static func lines(_ file: String) -> [[String]] {
        let text = try? String(contentsOfFile: Repository.root + "/Tests/Codes/" + file, encoding: .utf8)
        return (text ?? "").split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}

extension CodeNotation {
    /// What a text is.
    func reading(_ text: String) -> Result<Coordinate, CodeFault> {
        Array(text.utf8).withUnsafeBufferPointer { middle(of: $0) }
    }

    /// The fault of a text, nil for a code.
    func fault(_ text: String) -> CodeFault? {
        if case .failure(let fault) = reading(text) { fault } else { nil }
    }

    func area(_ text: String) throws(CodeFault) -> CodeArea { try area(of: Array(text.utf8)) }
}

extension Coordinate {
    /// Degrees between two places, of longitude as long as those of latitude.
    func degrees(to other: Coordinate) -> Double {
        GreatCircle.distance(from: self, to: other) / GreatCircle.earthRadiusMeters * 180 / .pi
    }
}
