import Rows
import Streams

extension FileKind {
    /// Waypoints, routes and tracks.
    package static let gpx = FileKind(
        name: "gpx",
        reader: { XMLLoader.gpx($0, options: $1.features()) },
        judge: { head in
            if head.isMarkup, head.holds("<gpx") { return .content }
            // A comment or a long head may precede the root; the name decides then.
            return (head.isMarkup || head.firstSign == nil) && head.ending == "gpx" ? .name : nil
        })
}

extension XMLLoader {
    /// A loader of a GPX 1.0 or 1.1 document: its waypoints as points, each of its routes and tracks as a line.
    package static func gpx(_ input: SourceInput, options: FeatureOptions = FeatureOptions()) -> XMLLoader {
        XMLLoader(input, format: "gpx", options: options, rows: { GPXRows(name: $0, options: $1) })
    }
}
