import MapModel
import Streams

extension NameIndex {
    private enum Section {
        static let count = 1, first = 2
    }

    /// Writes its sections.
    package func save(to file: inout SavedFileWriter) throws(SavedFault) {
        var next = Section.first
        try visitSections { section throws(SavedFault) in
            try file.write(next, section)
            next += 1
        }
        try file.write(Section.count, [next - Section.first])
    }

    /// The names that were saved; throws `.damaged` for what cannot have been.
    package init(_ saved: SavedFile) throws(SavedFault) {
        let counts = try saved.numbers(Section.count, of: Int.self)
        guard counts.count == 1, (1...1 << 20).contains(counts[0]) else { throw .damaged }
        let sections = Section.first..<Section.first + counts[0]
        guard let index = try saved.withSections(sections, { NameIndex(sections: $0) }) else {
            throw .damaged
        }
        self = index
    }
}
