extension String {
    /// The text with `escape` before each of some scalars; each of them doubled where it is nil.
    ///
    /// It looks at scalars: a quote with a combining mark behind it is one `Character` and equals no quote, but still ends
    /// a literal of SQL.
    package func escaping(_ special: String, with escape: Unicode.Scalar? = nil) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if special.unicodeScalars.contains(scalar) { escaped.append(escape ?? scalar) }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}
