#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Double {
    /// The natural logarithm, for targets that do not know the C library.
    public var naturalLogarithm: Double { log(self) }
}
