import MapModel
import RowValues
import Streams

/// Countries and regions by their names and codes, ignoring case and accents.
package struct NamedAreas: Sendable {
    /// The sets that are searched: the name of each, and what one of its areas is.
    package static let kinds = [(set: "countries", noun: "country"), (set: "regions", noun: "region")]

    /// An area of one of the sets.
    package struct Found: Sendable {
        /// The set that has the area.
        package let set: AreaSet
        /// The number of the area in that set.
        package let area: Int
        fileprivate let noun: String
    }

    private let sets: [(set: AreaSet, noun: String)]

    /// Those of `sets`; a set that there is not is left out.
    package init(_ sets: AreaSets, isCancelled: () -> Bool) throws(SourceError) {
        let known = sets.outlines.map(\.name)
        self.sets = try Self.kinds.filter { known.contains($0.set) }.map { (kind) throws(SourceError) in
            (try sets.set(kind.set, isCancelled: isCancelled), kind.noun)
        }
    }

    /// The area that is called `name`.
    ///
    /// - Parameter range: where the name stands in the text of the filter.
    /// - Throws: where none is called so, or several are.
    package func area(named name: String, at range: Range<Int>) throws(FilterProblem) -> Found {
        let wanted = FoldedText.folded(name)
        let found =
            wanted.isEmpty
            ? []
            : sets.flatMap { set, noun in
                set.areas(called: name, folded: wanted).map { Found(set: set, area: $0, noun: noun) }
            }
        if found.count == 1 { return found[0] }
        let shown = printable(name, limit: 40)
        guard let first = found.first else {
            let similar = FilterColumns(sets.flatMap(\.set.names)).similar(to: name)
            let proposal = similar.first.map { ": \(printable($0, limit: 40))?" } ?? ""
            throw FilterProblem("no area \(shown)\(proposal)", at: range)
        }
        let list = found.prefix(3).map { "a \($0.noun) (\($0.set.codes[$0.area]))" }
        let more = found.count > 3 ? " and more" : ""
        throw FilterProblem(
            "\(shown) is \(list.joined(separator: " and "))\(more): inside(\(first.set.name), …)?", at: range)
    }
}

extension AreaSet {
    /// The areas with this name or code; where none has it, that with it as another name or code.
    fileprivate func areas(called name: String, folded: [UInt8]) -> [Int] {
        let own = (0..<count).filter {
            FoldedText.folded(names[$0]) == folded || FoldedText.folded(codes[$0]) == folded
        }
        guard own.isEmpty, let codeBook, let codes = try? codeBook(1) else { return own }
        return codes.meaning(of: [name]).areas.map(Int.init)
    }
}
