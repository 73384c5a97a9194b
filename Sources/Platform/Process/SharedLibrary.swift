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

    /// The file that a function of a library lies in; nil where the system does not say.
    package static func file(of function: UnsafeMutableRawPointer) -> String? {
        // Declared for GNU sources only: `Dl_info` is four pointers, of which the first is the name of the file.
        typealias Information = (
            file: UnsafePointer<CChar>?, base: UInt, name: UInt, address: UInt
        )
        typealias Address = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
        guard let find = dlsym(nil, "dladdr") else { return nil }
        var information: Information = (nil, 0, 0, 0)
        guard unsafeBitCast(find, to: Address.self)(function, &information) != 0 else { return nil }
        return information.file.map { String(cString: $0) }
    }
}
