import MapModel
import RowValues
import Rows
import Streams
import Synchronization

/// A set of areas that can be read.
package protocol AreaSource: Sendable {
    /// What the user calls it.
    var name: String { get }
    var kind: AreaSet.Kind { get }
    /// Reads it, which may take seconds.
    func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet
}

/// The sets of areas that there are; each is read when it is first asked for, and kept.
package final class AreaSets: Sendable {
    /// A place that people call by a name.
    package enum NamedSpot: Sendable {
        case here(Coordinate)
        /// There is only one with another name.
        case similar(String)
    }

    /// Where a place is that people call so: a town of the gazetteer, a coordinate; nil for nothing known.
    package typealias PlaceFinder = @Sendable (String) -> NamedSpot?

    private struct State: Sendable {
        /// Those that the user named, then those that come with the program.
        var sources: [any AreaSource]
        /// Those of the rows that are shown.
        var layers: [any AreaSource] = []
        /// The rows that have no areas: something may be near them.
        var others: [any AreaSource] = []
        var sets: [String: AreaSet] = [:]
        var places: [String: NamedSpot] = [:]
        var readings = 0
        /// Changes when sets are read again.
        var round = 0

        /// All of them: named ones, layers, shipped ones.
        var all: [any AreaSource] {
            sources.filter { $0.kind != .shipped } + layers + sources.filter { $0.kind == .shipped }
        }

        /// The one with a name; "" is the first.
        func source(_ name: String) -> (any AreaSource)? {
            name.isEmpty ? all.first : (all + others).first { $0.name == name }
        }
    }

    /// What a set is called, and where it comes from.
    package typealias Outline = (name: String, kind: AreaSet.Kind)

    private let state: Mutex<State>
    private let findPlace: PlaceFinder

    /// - Parameter sources: in the order in which the user is asked to choose.
    package init(_ sources: [any AreaSource] = [], findPlace: @escaping PlaceFinder = { _ in nil }) {
        state = Mutex(State(sources: sources))
        self.findPlace = findPlace
    }

    /// What they are called, and where they come from.
    package var outlines: [Outline] {
        state.withLock { $0.all.map { ($0.name, $0.kind) } }
    }

    /// The same with lines and points alone.
    package var names: [String] { state.withLock { ($0.all + $0.others).map(\.name) } }

    /// The set that is meant where none is named; nil without any.
    package var standard: String? { state.withLock { $0.all.first?.name } }

    /// Says that several layers have areas where none is named; nil where it is clear which are meant.
    package var doubt: String? {
        let (named, layers) = state.withLock { state in
            (state.sources.contains { $0.kind != .shipped }, state.layers.map(\.name))
        }
        guard !named, layers.count > 1 else { return nil }
        let others = layers.dropFirst().map { "--areas \($0)" }.joined(separator: ", ")
        return "\(layers.count) layers have areas: rows are counted in \(layers[0]) (or \(others))"
    }

    /// Takes the layers of rows as sets, in the place of those before: those with areas, and the others.
    func show(_ layers: [any AreaSource], _ others: [any AreaSource]) {
        state.withLock { state in
            for layer in state.layers + state.others { state.sets[layer.name] = nil }
            (state.layers, state.others) = (layers, others)
            state.round += 1
        }
    }

    /// Forgets what was read of files, so that it is read again.
    func forgetFiles() {
        state.withLock { state in
            for source in state.sources where source.kind == .file { state.sets[source.name] = nil }
            state.round += 1
        }
    }

    /// The set that the user calls `name`; "" is the first there is.
    ///
    /// - Throws: `.refused` where there is none, or it has no areas; and whatever reading it throws.
    package func set(_ name: String, isCancelled: () -> Bool = { false }) throws(SourceError) -> AreaSet {
        let set = try shapes(name, isCancelled: isCancelled)
        guard set.hasAreas else {
            throw .refused(name: "--areas", words: "\(set.table.name) has no areas (\(set.contents))")
        }
        return set
    }

    /// The same of a set that may have lines and points alone.
    package func shapes(_ name: String, isCancelled: () -> Bool = { false }) throws(SourceError) -> AreaSet {
        let (known, source, round) = try state.withLock { state throws(SourceError) in
            let same = state.all.filter { !name.isEmpty && $0.name == name }
            if same.count > 1, same[0].kind == same[1].kind { throw Self.twice(name) }
            let source = state.source(name)
            return (source.flatMap { state.sets[$0.name] }, source, state.round)
        }
        if let known { return known }
        guard let source else { throw unknown(name) }
        var set = try source.read(isCancelled: isCancelled)
        return state.withLock { state in
            if state.round == round, let known = state.sets[source.name] { return known }
            state.readings += 1
            set.reading = state.readings
            if state.round == round { state.sets[source.name] = set }
            return set
        }
    }

    /// Says that a name means two sets.
    package static func twice(_ name: String) -> SourceError {
        .refused(name: "--areas", words: "two sets are called \(name): a=FILE")
    }

    private func unknown(_ name: String) -> SourceError {
        let names = outlines.map(\.name)
        let similar = FilterColumns(names).similar(to: name)
        return .refused(
            name: "--areas",
            words: "no areas \(name)"
                + (similar.isEmpty
                    ? names.isEmpty ? "" : " (expected a file or \(names.joined(separator: ", ")))"
                    : ": \(similar.joined(separator: ", "))?"))
    }

    /// Where the place is that people call `name`; nil for nothing known.
    package func place(_ name: String) -> NamedSpot? {
        if let known = state.withLock({ $0.places[name] }) { return known }
        guard let found = findPlace(name) else { return nil }
        state.withLock { $0.places[name] = found }
        return found
    }
}
