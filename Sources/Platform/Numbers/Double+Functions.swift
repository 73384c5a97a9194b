#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Functions of real numbers that the standard library lacks; angles are in radians.

extension Double {
    /// The natural logarithm.
    package var logarithm: Double { log(self) }
    /// Two to this power.
    package var powerOfTwo: Double { exp2(self) }
    /// The sine of this angle.
    package var sine: Double { sin(self) }
    /// The cosine of this angle.
    package var cosine: Double { cos(self) }
    /// The tangent of this angle.
    package var tangent: Double { tan(self) }
    /// The inverse hyperbolic tangent.
    package var inverseHyperbolicTangent: Double { atanh(self) }

    /// With so many significant digits, as C's `%g` writes it.
    package func text(digits: Int) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { buffer in
            let count = withVaList([Int32(digits), self]) { vsnprintf(buffer.baseAddress, 40, "%.*g", $0) }
            return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
