import Rows
import Streams

extension FileKind {
    /// Placemarks, bare or zipped as KMZ.
    package static let kml = FileKind(
        name: "kml",
        reader: { XMLLoader.kml($0, options: $1.features()) },
        judge: { head in
            if head.archive == .kmz { return .certain }
            let isZipped = head.isZip && (head.ending == "kmz" || head.holds("doc.kml"))
            if isZipped || (head.isMarkup && head.holds("<kml")) { return .content }
            let isNamed = head.isMarkup ? ["kml", "kmz"] : ["kml"]
            return (head.isMarkup || head.firstSign == nil) && isNamed.contains(head.ending) ? .name : nil
        })
}

extension XMLLoader {
    /// A loader of a KML document, bare or zipped as KMZ: its placemarks, each a row.
    package static func kml(_ input: SourceInput, options: FeatureOptions = FeatureOptions()) -> XMLLoader {
        XMLLoader(input, format: "kml", options: options, rows: { KMLRows(name: $0, options: $1) })
    }
}
