#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A library that is loaded while the program runs, and stays.
package struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer

    /// The library with a name; nil where it is not installed.
    package init?(_ name: String) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        self.handle = handle
    }

    /// Where a function lies; nil where the library has none of that name.
    package func function(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
}
