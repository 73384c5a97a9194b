import FoundationEssentials
import Glibc
import MapModel
import MapSources

/// Where the files that we ship are: basemap, names, airports.
struct DataFolder: Sendable {
    let path: String?

    static let variable = "TERMMAP_DATA"

    /// The first folder that holds a basemap: `TERMMAP_DATA`, beside the program, PREFIX/share/termmap, the
    /// checkout that the program was built in.
    static func find() -> DataFolder {
        let manager = FileManager.default
        if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty {
            return DataFolder(path: named)
        }
        let program =
            (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let folder = URL(filePath: program).deletingLastPathComponent()
        var candidates = [folder.appending(path: "data"), folder.appending(path: "../share/termmap")]
        // A build lies a few levels below the checkout: .build/PLATFORM/CONFIGURATION/termmap.
        var parent = folder
        for _ in 0..<4 {
            parent.deleteLastPathComponent()
            candidates.append(parent.appending(path: "data"))
        }
        let found = candidates.first { manager.fileExists(atPath: $0.appending(path: "basemap.tmb").path) }
        return DataFolder(path: found?.standardizedFileURL.path)
    }

    /// The data set that is opened when no file is named.
    var airports: String? { path.map { $0 + "/airports.csv" } }

    /// The names of places.
    func readGazetteer() throws(UsageError) -> Gazetteer {
        guard let path else {
            throw UsageError(
                "no gazetteer found: set \(Self.variable) to the folder that holds gazetteer.tmg")
        }
        do throws(GazetteerFileError) {
            return try GazetteerFile.read(path + "/gazetteer.tmg")
        } catch {
            throw UsageError(error.description)
        }
    }

    /// Reads what is there; what is missing is told in a notice, and the map does without it.
    func readBasemap() -> BasemapData {
        guard let path else {
            return BasemapData(
                basemap: nil, coastDetail: nil, labels: [],
                notice: "no basemap found: set \(Self.variable) to the folder that holds basemap.tmb")
        }
        var data = BasemapData(basemap: nil, coastDetail: nil, labels: [], notice: nil)
        do {
            data.basemap = try Basemap(path: path + "/basemap.tmb")
        } catch {
            data.notice = error.description
        }
        data.coastDetail = try? Basemap(path: path + "/coast-detail.tmb")
        if let bytes = FileManager.default.contents(atPath: path + "/labels.tsv") {
            data.labels = MapLabelFile.labels(in: [UInt8](bytes))
        }
        return data
    }
}
