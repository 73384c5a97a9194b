#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Numbers of signals.
package enum ProcessSignal {
    /// The terminal is gone.
    package static let hangUp = SIGHUP
}
