import CByteScan

// The points of a set, in memory that is there already.
extension QuadTree {
    /// Words of a set whose members are copied at a time: their keys are added up before they leave the processor's cache.
    private static let wordsOfPiece = 64

    /// Copies the keys and rows of some points, in their order, to columns of their count, and finds the running sums.
    func copy(_ points: PointSet, to columns: inout TreeMemory.Columns, by workers: Workers) {
        let counts = (0..<workers.count).map { number in
            points.count(ofWords: workers.share(number, of: points.wordCount))
        }
        let starts = counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        columns.withTargets { target in
            // Each worker writes to the places of its own share.
            nonisolated(unsafe) let target = target
            let totals = workers.results(of: workers.count) { number in
                copy(
                    points, workers.share(number, of: points.wordCount), to: target,
                    starts[number]..<starts[number + 1])
            }
            target.join(totals)
        }
    }

    /// Copies the members of some words to some places.
    ///
    /// - Returns: the blocks that lie in these places as a whole, and what they add up to.
    private func copy(
        _ points: PointSet, _ words: Range<Int>, to target: ColumnTargets, _ places: Range<Int>
    ) -> BlockTotal {
        let firstBlock = (places.lowerBound + Self.sumStep - 1) / Self.sumStep
        let endBlock = Swift.max(firstBlock, places.upperBound / Self.sumStep)
        var total = BlockTotal(blocks: firstBlock..<endBlock)
        points.withWords { bits in
            keys.withUnsafeBufferPointer { keys in
                rows.withUnsafeBufferPointer { rows in
                    guard let bits = bits.baseAddress, let keyTarget = target.keys.baseAddress,
                        let rowTarget = target.rows.baseAddress
                    else { return }
                    var place = places.lowerBound
                    var block = firstBlock
                    for first in stride(from: words.lowerBound, to: words.upperBound, by: Self.wordsOfPiece) {
                        let count = Swift.min(Self.wordsOfPiece, words.upperBound - first)
                        place += copy_members(
                            bits + first, count, first << 6, keys.baseAddress, rows.baseAddress,
                            keyTarget + place, rowTarget + place)
                        let end = place / Self.sumStep
                        guard end > block else { continue }
                        total.add(target, block..<end)
                        block = end
                    }
                }
            }
        }
        return total
    }

    /// Where the points of a tree are written to.
    struct ColumnTargets {
        let keys: UnsafeMutableBufferPointer<UInt64>
        let rows: UnsafeMutableBufferPointer<UInt32>
        let sums: UnsafeMutableBufferPointer<SIMD2<UInt64>>

        /// Makes running sums of those that begin with 0 in the blocks of each worker.
        func join(_ totals: [BlockTotal]) {
            var sum = SIMD2<UInt64>.zero
            var block = 0
            for total in totals {
                // Two workers wrote to these.
                addUp(block..<total.blocks.lowerBound, &sum)
                for block in total.blocks { sums[block] &+= sum }
                sum &+= total.sum
                block = total.blocks.upperBound
            }
            addUp(block..<sums.count, &sum)
        }

        /// The last block of all may not be full.
        private func addUp(_ blocks: Range<Int>, _ sum: inout SIMD2<UInt64>) {
            for block in blocks {
                sums[block] = sum
                for key in keys[block * sumStep..<Swift.min((block + 1) * sumStep, keys.count)] {
                    let point = MortonCode.point(of: key)
                    sum &+= SIMD2(UInt64(point.x), UInt64(point.y))
                }
            }
        }
    }

    /// Blocks of keys and what they add up to.
    struct BlockTotal {
        let blocks: Range<Int>
        private var soFar = morton_total()

        init(blocks: Range<Int>) { self.blocks = blocks }

        var sum: SIMD2<UInt64> { SIMD2(soFar.x, soFar.y) }

        /// Adds the next blocks, and writes what lies before each of them.
        mutating func add(_ target: ColumnTargets, _ some: Range<Int>) {
            guard let codes = target.keys.baseAddress, let sums = target.sums.baseAddress else { return }
            // Two numbers are laid out as the two members are.
            (sums + some.lowerBound).withMemoryRebound(to: morton_total.self, capacity: some.count) { sums in
                morton_add_up(codes + some.lowerBound * sumStep, some.count, sums, &soFar)
            }
        }
    }
}
