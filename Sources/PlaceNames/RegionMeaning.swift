/// Where the regions lie that a text may mean.
struct RegionMeaning: Equatable, Sendable {
    /// A part of a region, whose places are known by the name of their district.
    struct Part: Equatable, Sendable {
        let region: UInt32
        /// The hash of its name, and of its name without words such as County.
        let name: UInt64
        let shortName: UInt64
    }

    /// Numbers of entries of the gazetteer, ascending.
    var regions: [UInt32] = []
    var parts: [Part] = []
    /// The hash of a district's name; 0 for none.
    var district: UInt64 = 0

    var isEmpty: Bool { regions.isEmpty && district == 0 }
}
