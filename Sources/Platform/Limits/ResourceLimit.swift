#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the process may use of a resource: C libraries number resources with types of their own.
struct ResourceLimit {
    #if canImport(Glibc)
        typealias Kind = __rlimit_resource
        private let number: __rlimit_resource_t
    #else
        typealias Kind = Int32
        private let number: Int32
    #endif

    init(_ kind: Kind) {
        #if canImport(Glibc)
            number = __rlimit_resource_t(kind.rawValue)
        #else
            number = kind
        #endif
    }

    /// The limit now; nil where it cannot be asked.
    var current: rlimit? {
        var limit = rlimit()
        return getrlimit(number, &limit) == 0 ? limit : nil
    }

    /// Sets the limit, as far as that is allowed.
    func set(_ limit: rlimit) {
        var limit = limit
        _ = setrlimit(number, &limit)
    }
}
