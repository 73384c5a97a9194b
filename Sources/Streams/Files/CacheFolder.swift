/// Where the user's caches are, by the XDG Base Directory Specification.
package enum CacheFolder {
    /// `$XDG_CACHE_HOME`, else `~/.cache`; nil without a home. As the specification says, relative paths are ignored.
    package static func path(_ environment: [String: String]) -> String? {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
    }
}
