/// How the values of a country column are written.
package enum CountryScheme: UInt8, Sendable, CaseIterable {
    /// ISO 3166-1 alpha-2: DE.
    case twoLetters
    /// ISO 3166-1 alpha-3: DEU.
    case threeLetters
    /// ISO 3166-1 numeric: 276.
    case number
    /// The letters of the Olympic Committee and of FIFA: GER.
    case sports
    /// FIPS 10-4: GM; only where the column says so.
    case fips
    /// Names: Germany, Deutschland.
    case name
}
