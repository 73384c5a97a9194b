import Rows

extension FileKind {
    /// Waypoints, routes and tracks.
    package static let gpx = FileKind(
        name: "gpx",
        reader: { GPXLoader($0, options: $1.features()) },
        judge: { head in
            if head.isMarkup, head.holds("<gpx") { return .content }
            // A comment or a long head may precede the root; the name decides then.
            return (head.isMarkup || head.firstSign == nil) && head.ending == "gpx" ? .name : nil
        })
}
