/// What scalars beyond ASCII fold to.
///
/// Two stages: a page of 256 scalars, then an entry, so that a lookup is two loads. The data are in
/// `FoldingTable+Data.swift`, made by `tools/fold-table.py`; unpacking them takes about a tenth of a millisecond.
struct FoldingTable: Sendable {
    static let shared = FoldingTable()

    /// The scalar stays, is removed, or becomes a blank.
    static let same: UInt32 = 0
    static let nothing: UInt32 = 1
    static let blank: UInt32 = 2

    /// The page of each 256 scalars; page 0 is for scalars that stay.
    private(set) var pages = [UInt16](repeating: 0, count: 0x11_0000 >> 8)
    /// `same`, `nothing`, `blank`, or the place and length of its text.
    private(set) var entries = [UInt32](repeating: same, count: 256)
    /// What scalars fold to, in UTF-8. The first byte is unused, so that no entry equals a constant.
    private(set) var text: [UInt8] = [0]

    private init() {
        readRuns()
        readExpansions()
    }

    /// The place of an entry's text, when it is not one of the constants.
    @inline(__always)
    static func range(of entry: UInt32) -> Range<Int> {
        let start = Int(entry >> 6)
        return start..<start + Int(entry & 63)
    }

    @inline(__always)
    func entry(of scalar: UInt32) -> UInt32 {
        entries[Int(pages[Int(scalar >> 8)]) << 8 | Int(scalar & 0xFF)]
    }

    // MARK: reading the data

    /// The steps of scalar and target in runs of each shape.
    private static let shapes: [(scalar: UInt32, target: UInt32)] = [(1, 0), (1, 1), (2, 2), (2, 0), (2, 1)]

    private mutating func readRuns() {
        var numbers = Numerals(Self.runs)
        var scalar: UInt32 = 0
        var target: UInt32 = 0
        while let step = numbers.next(), let run = numbers.next(), let turn = numbers.next() {
            scalar += step
            target = turn & 1 == 0 ? target + turn >> 1 : target - (turn + 1) >> 1
            let shape = Self.shapes[Int(run) % Self.shapes.count]
            for place in 0...run / UInt32(Self.shapes.count) {
                set(scalar + place * shape.scalar, to: entry(for: [target + place * shape.target]))
            }
        }
    }

    private mutating func readExpansions() {
        var numbers = Numerals(Self.expansions)
        var scalar: UInt32 = 0
        while let step = numbers.next(), let count = numbers.next() {
            scalar += step
            set(scalar, to: entry(for: (0..<count).compactMap { _ in numbers.next() }))
        }
    }

    private mutating func entry(for targets: [UInt32]) -> UInt32 {
        if targets == [0] { return Self.nothing }
        if targets == [0x20] { return Self.blank }
        let start = text.count
        for target in targets {
            if let scalar = Unicode.Scalar(target) { text.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
        }
        return UInt32(start) << 6 | UInt32(text.count - start)
    }

    private mutating func set(_ scalar: UInt32, to entry: UInt32) {
        let page = Int(scalar >> 8)
        if pages[page] == 0 {
            pages[page] = UInt16(entries.count >> 8)
            entries.append(contentsOf: repeatElement(Self.same, count: 256))
        }
        entries[Int(pages[page]) << 8 | Int(scalar & 0xFF)] = entry
    }
}

/// Reads the numbers of a text: five bits a digit, the lowest first; digits from 32 on mean that another follows.
private struct Numerals {
    private let text: StaticString
    private var offset = 0

    init(_ text: StaticString) { self.text = text }

    mutating func next() -> UInt32? {
        var number: UInt32 = 0
        var shift: UInt32 = 0
        while let digit = nextDigit() {
            number |= (digit & 31) << shift
            shift += 5
            if digit < 32 { return number }
        }
        return nil
    }

    private mutating func nextDigit() -> UInt32? {
        text.withUTF8Buffer { bytes in
            while offset < bytes.count {
                let byte = UInt32(bytes[offset])
                offset += 1
                switch byte {
                case 0x41...0x5A: return byte - 0x41
                case 0x61...0x7A: return byte - 0x61 + 26
                case 0x30...0x39: return byte - 0x30 + 52
                case 0x2B: return 62
                case 0x2D: return 63
                default: continue
                }
            }
            return nil
        }
    }
}
