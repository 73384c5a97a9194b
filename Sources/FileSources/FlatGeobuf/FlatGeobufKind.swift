import Rows
import Streams

extension FileKind {
    /// Features in FlatGeobuf, version 3; files with anything unusual are left to GDAL.
    package static let flatGeobuf = FileKind(
        name: "flatgeobuf", magic: FlatGeobufHeader.magic, isStreamable: false,
        reader: { FlatGeobufLoader($0, options: $1) },
        judge: { _ in nil })
}
