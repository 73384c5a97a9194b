#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the system calls itself.
package enum SystemName {
    /// Name, release and machine of the kernel: `Linux 6.1.0-18-amd64 x86_64`.
    package static var kernel: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return [text(of: &name.sysname), text(of: &name.release), text(of: &name.machine)]
            .joined(separator: " ")
    }

    private static func text<Field>(of field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The C library with its version; nil where it does not say.
    package static var cLibrary: String? {
        typealias Version = @convention(c) () -> UnsafePointer<CChar>
        let version = dlsym(nil, "gnu_get_libc_version").map { unsafeBitCast($0, to: Version.self) }
        return version.map { "glibc " + String(cString: $0()) }
    }
}
