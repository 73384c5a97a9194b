import MapModel
import Streams

// INSIDE, NEAR and CQL2's S_INTERSECTS, S_WITHIN and S_DISJOINT, from behind the bracket on.
extension FilterParser {
    mutating func place(_ function: FilterFunction, _ name: FilterToken) throws(FilterProblem) -> FilterNode {
        guard !isInSet else {
            throw FilterProblem("\(name.value.uppercased()) cannot choose areas", at: name.range)
        }
        var relation = PlaceTest.Relation.inside
        var subject: PlaceTest.Subject
        var rowName: PlaceTest.Piece?
        var range = current.range
        switch function {
        case .inside: subject = try areas()
        case .near:
            subject = try self.subject("a layer, a place in quotes or a geometry")
            guard skip(sign: .comma) else { throw missing(", and a distance") }
            relation = .near(meters: try distance())
        default:
            relation = function == .within ? .within : .intersects
            rowName = try geometryName()
            range = current.range
            guard current.kind == .geometry else { throw missing("a geometry such as POLYGON((…))") }
            subject = .literal(try PlaceLiteral.sketch(of: current))
            advance()
        }
        let end = current.range.upperBound
        guard skip(sign: .close) else { throw missing(")") }
        let whole = name.range.lowerBound..<end
        places.append(
            PlaceTest(relation: relation, subject: subject, range: range, rowName: rowName, whole: whole))
        let node = FilterNode(.place(places.count - 1), whole)
        return function == .disjoint ? FilterNode(.not(node), whole) : node
    }

    /// The areas of INSIDE, and a filter of them.
    private mutating func areas() throws(FilterProblem) -> PlaceTest.Subject {
        let subject = try subject("areas, or a country or region in quotes")
        guard skip(sign: .comma) else { return subject }
        guard case .set(let set, _) = subject else {
            throw FilterProblem("only a set of areas has columns: inside(regions, …)", at: current.range)
        }
        let start = current.range.lowerBound
        isInSet = true
        defer { isInSet = false }
        let node = try disjunction()
        let range = start..<node.range.upperBound
        return .set(set, matching: PlaceTest.Piece(text: source(range), range: range))
    }

    private mutating func subject(_ expected: String) throws(FilterProblem) -> PlaceTest.Subject {
        let token = current
        let subject: PlaceTest.Subject
        switch token.kind {
        case .geometry: subject = .literal(try PlaceLiteral.sketch(of: token))
        case .word where token.keyword == nil: subject = .set(token.value, matching: nil)
        case .bareText: subject = .set(token.value, matching: nil)
        case .quotedName, .text:
            guard token.isClosed else {
                throw FilterProblem("the quote is not closed", at: token.range, isUnfinished: true)
            }
            subject = token.kind == .text ? .place(token.value) : .set(token.value, matching: nil)
        default: throw missing(expected)
        }
        advance()
        return subject
    }

    /// What stands for the place of a row in the functions of CQL2.
    private mutating func geometryName() throws(FilterProblem) -> PlaceTest.Piece {
        let token = current
        guard token.kind == .word && token.keyword == nil || token.kind == .quotedName, token.isClosed else {
            throw missing("geometry")
        }
        advance()
        guard skip(sign: .comma) else { throw missing(", and a geometry") }
        return PlaceTest.Piece(text: token.value, range: token.range)
    }

    /// A number and its unit, with a blank between or not; in meters.
    private mutating func distance() throws(FilterProblem) -> Double {
        let start = current
        var range = start.range
        var text = start.value
        switch start.kind {
        case .bareText: advance()
        case .number:
            advance()
            guard current.kind == .word else {
                throw FilterProblem(
                    "\(start.value) what? m, km, mi or nm", at: range, isUnfinished: current.kind == .end)
            }
            text += current.value
            range = range.lowerBound..<current.range.upperBound
            advance()
        default: throw missing("a distance such as 2km")
        }
        do throws(DistanceText.Failure) {
            return try DistanceText(text, defaultUnit: .meters).meters
        } catch {
            throw FilterProblem("\(error)", at: range, isUnfinished: current.kind == .end)
        }
    }
}
