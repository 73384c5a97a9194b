extension [UInt8] {
    /// Calls `body` with bytes to write, all of them unless a range is given; it may throw an error of any type.
    package mutating func withMutableBytes<Result, Failure: Error>(
        _ range: Range<Int>? = nil, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutableBufferPointer { buffer throws(Failure) in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            return try body(range.map { UnsafeMutableRawBufferPointer(rebasing: bytes[$0]) } ?? bytes)
        }
    }
}
