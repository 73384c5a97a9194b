import Foundation

/// Whether tests can use the programs of GDAL.
enum InstalledGDAL {
    static let isThere = ["/usr/bin/ogr2ogr", "/usr/local/bin/ogr2ogr"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
