import Rows
import Streams

extension FileKind {
    /// Activities and courses of Garmin's Training Center.
    package static let tcx = FileKind(
        name: "tcx",
        reader: { XMLLoader.tcx($0, options: $1.features()) },
        judge: { head in
            if head.isMarkup, head.holds("<trainingcenterdatabase") { return .content }
            return (head.isMarkup || head.firstSign == nil) && head.ending == "tcx" ? .name : nil
        })
}

extension XMLLoader {
    /// A loader of a TCX document: its activities and courses as lines, the points of its courses as points.
    package static func tcx(_ input: SourceInput, options: FeatureOptions = FeatureOptions()) -> XMLLoader {
        XMLLoader(input, format: "tcx", options: options, rows: { TCXRows(name: $0, options: $1) })
    }
}
