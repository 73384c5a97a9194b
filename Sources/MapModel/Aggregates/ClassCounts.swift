/// The class of each point of a tree, and how many points of each class any range of indices holds.
///
/// Classes are 0..<16. Points are counted in blocks of 64, so that a cluster costs a sixty-fourth of its points.
public struct ClassCounts: Sendable {
    /// Points of each class.
    public typealias Tally = SIMD16<UInt32>
    /// The greatest number of classes.
    public static let limit = 16

    private static let blockSize = 64

    /// By index.
    private let classes: [UInt8]
    /// Of each block of 64 indices, how many points are of each class.
    private let blocks: [SIMD16<UInt8>]

    /// The classes of the points of `tree`, given by row; rows beyond its end are of class 0.
    ///
    /// - Complexity: O(n), shared by the workers.
    public init(of tree: QuadTree, byRow classOfRow: [UInt8], by workers: Workers = .alone) {
        let count = tree.count
        let blockCount = count / Self.blockSize + 1
        var blocks: [SIMD16<UInt8>] = []
        classes = [UInt8](unsafeUninitializedCapacity: count) { classTarget, classCount in
            blocks = [SIMD16<UInt8>](unsafeUninitializedCapacity: blockCount) { blockTarget, filledCount in
                // Each worker writes to its own blocks and their points.
                nonisolated(unsafe) let (classTarget, blockTarget) = (classTarget, blockTarget)
                workers.run(workers.count) { number in
                    for block in workers.share(number, of: blockCount) {
                        let first = block * Self.blockSize
                        let indices = first..<Swift.min(first + Self.blockSize, count)
                        blockTarget[block] = Self.count(
                            tree.rows[indices], classOfRow, into: classTarget, from: first)
                    }
                }
                filledCount = blockCount
            }
            classCount = count
        }
        self.blocks = blocks
    }

    /// The points of each class in a block, whose classes are written to `classes`.
    @inline(__always)
    private static func count(
        _ rows: ArraySlice<UInt32>, _ classOfRow: [UInt8],
        into classes: UnsafeMutableBufferPointer<UInt8>, from first: Int
    ) -> SIMD16<UInt8> {
        // A class that occurs again at once would wait for its own counter: four sets of counters.
        typealias Counts = SIMD16<UInt8>
        var counts: (Counts, Counts, Counts, Counts) = (.zero, .zero, .zero, .zero)
        withUnsafeMutableBytes(of: &counts) { counts in
            var place = 0
            for row in rows {
                let row = Int(row)
                let value = row < classOfRow.count ? classOfRow[row] & 15 : 0
                classes[first &+ place] = value
                counts[(place & 3) << 4 | Int(value)] &+= 1
                place &+= 1
            }
        }
        return counts.0 &+ counts.1 &+ counts.2 &+ counts.3
    }

    /// Points that have a class: all of the tree's.
    public var count: Int { classes.count }

    /// The class of the point at an index, 0..<count.
    public func classOfPoint(at index: Int) -> Int { Int(classes[index]) }

    /// The points of each class in `range`.
    ///
    /// - Complexity: O(length / 64).
    public func tally(in range: Range<Int>) -> Tally {
        let first = (range.lowerBound + Self.blockSize - 1) / Self.blockSize
        let end = range.upperBound / Self.blockSize
        guard first < end else { return tallySingly(range, 0..<0) }
        var tally = tallySingly(
            range.lowerBound..<first * Self.blockSize, end * Self.blockSize..<range.upperBound)
        for block in blocks[first..<end] { tally &+= Tally(truncatingIfNeeded: block) }
        return tally
    }

    /// The points of each class in two ranges that have less than 256 indices together: a byte counts each class.
    private func tallySingly(_ head: Range<Int>, _ tail: Range<Int>) -> Tally {
        var low: UInt64 = 0
        var high: UInt64 = 0
        func count(_ range: Range<Int>) {
            for value in classes[range] {
                let one = UInt64(1) &<< UInt64((value & 7) * 8)
                low &+= value < 8 ? one : 0
                high &+= value < 8 ? 0 : one
            }
        }
        count(head)
        count(tail)
        return Tally(lowHalf: Self.bytes(of: low), highHalf: Self.bytes(of: high))
    }

    /// The bytes of a word, the lowest first.
    private static func bytes(of word: UInt64) -> SIMD8<UInt32> {
        let shifted = SIMD8(repeating: word) &>> SIMD8(0, 8, 16, 24, 32, 40, 48, 56)
        return SIMD8(truncatingIfNeeded: shifted) & 255
    }

    /// The points of each class in `runs`.
    public func tally(in runs: IndexRuns) -> Tally {
        runs.runs.reduce(into: .zero) { $0 &+= tally(in: $1) }
    }

    /// The first point of a class in `runs`; nil without any.
    func first(ofClass classNumber: Int, in runs: IndexRuns) -> Int? {
        var first: Int?
        visit(classNumber, in: runs) { index in
            first = index
            return false
        }
        return first
    }

    /// The index of the points of a class in `runs` that stand at some places among them, which ascend.
    ///
    /// - Complexity: O(length / 64 + 64 × places).
    func indices(ofClass classNumber: Int, in runs: IndexRuns, at places: some Collection<Int>) -> [Int] {
        var found: [Int] = []
        var passed = 0
        var wanted = places.makeIterator()
        guard var next = wanted.next() else { return [] }
        for run in runs.runs {
            var index = run.lowerBound
            while index < run.upperBound {
                if index % Self.blockSize == 0, run.upperBound - index >= Self.blockSize {
                    let count = Int(blocks[index / Self.blockSize][classNumber])
                    if passed + count <= next {
                        passed += count
                        index += Self.blockSize
                        continue
                    }
                }
                if Int(classes[index]) == classNumber {
                    while next == passed {
                        found.append(index)
                        guard let place = wanted.next() else { return found }
                        next = place
                    }
                    passed += 1
                }
                index += 1
            }
        }
        return found
    }

    /// Calls `body` with each index of a class until it returns false; blocks without that class are passed over.
    func visit(_ classNumber: Int, in runs: IndexRuns, _ body: (Int) -> Bool) {
        for run in runs.runs {
            var index = run.lowerBound
            while index < run.upperBound {
                if index % Self.blockSize == 0, run.upperBound - index >= Self.blockSize,
                    blocks[index / Self.blockSize][classNumber] == 0
                {
                    index += Self.blockSize
                    continue
                }
                if Int(classes[index]) == classNumber, !body(index) { return }
                index += 1
            }
        }
    }
}
