#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The encoding of characters that C libraries use, such as ncurses.
package enum CharacterLocale {
    /// Chooses a locale for characters by its name, or by the environment; whether its encoding is UTF-8.
    package static func choose(_ name: String = "") -> Bool {
        setlocale(LC_CTYPE, name) != nil
            && String(cString: nl_langinfo(nl_item(CODESET))).uppercased() == "UTF-8"
    }
}
