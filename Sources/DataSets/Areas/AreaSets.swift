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
    private struct State: Sendable {
        var sources: [any AreaSource]
        var sets: [String: AreaSet] = [:]
    }

    private let state: Mutex<State>

    /// Sets in the order in which the user is asked to choose.
    package init(_ sources: [any AreaSource] = []) { state = Mutex(State(sources: sources)) }

    /// What they are called, and where they come from.
    package var outlines: [(name: String, kind: AreaSet.Kind)] {
        state.withLock { $0.sources.map { ($0.name, $0.kind) } }
    }

    /// The set that the user calls `name`.
    ///
    /// - Throws: `.refused` where there is none, and whatever reading it throws.
    package func set(_ name: String, isCancelled: () -> Bool = { false }) throws(SourceError) -> AreaSet {
        let (known, source) = state.withLock { state in
            (state.sets[name], state.sources.first { $0.name == name })
        }
        if let known { return known }
        guard let source else { throw .refused(name: name, words: "no such areas") }
        let set = try source.read(isCancelled: isCancelled)
        state.withLock { $0.sets[name] = set }
        return set
    }
}
