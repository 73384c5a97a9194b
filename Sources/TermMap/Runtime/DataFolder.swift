import App
import Basemaps
import FoundationEssentials
import MapModel
import Streams

/// Where the files that we ship are: basemap, names, airports.
package struct DataFolder: Sendable {
    /// What lies inside the program: a coarse basemap, the largest towns, some airports.
    package static let bundled = DataFolder(path: FileBytes.bundledFolder)

    /// Only what lies inside the program is there.
    package var isBundled: Bool { path == Self.bundled.path }

    /// Where the files are, in words.
    package var place: String { isBundled ? "inside the program (small)" : path ?? "nowhere" }

    package let path: String?

    package init(path: String?) {
        self.path = path
    }

    package static let variable = "TERMMAP_DATA"

    /// The first folder that holds a basemap or gazetteer: `TERMMAP_DATA`, beside the program, PREFIX/share/termmap, the
    /// checkout that the program was built in; else what lies inside the program.
    package static func find() -> DataFolder {
        let manager = FileManager.default
        if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty {
            return DataFolder(path: named)
        }
        let program =
            (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            // Where /proc is missing.
            ?? CommandLine.arguments.first ?? ""
        let folder = URL(filePath: program).deletingLastPathComponent()
        var candidates = [folder.appending(path: "data"), folder.appending(path: "../share/termmap")]
        // A build lies a few levels below the checkout: .build/PLATFORM/CONFIGURATION/termmap.
        var parent = folder
        for _ in 0..<4 {
            parent.deleteLastPathComponent()
            candidates.append(parent.appending(path: "data"))
        }
        // One of them missing must not hide the others.
        let found = candidates.first { folder in
            ["basemap.tmb", "gazetteer.tmg"].contains { name in
                manager.fileExists(atPath: folder.appending(path: name).path)
            }
        }
        return found.map { DataFolder(path: $0.standardizedFileURL.path) } ?? .bundled
    }

    /// The data set that is opened when no file is named.
    package var airports: String? { path.map { $0 + "/airports.csv" } }

    /// The file with the names of places.
    package var gazetteer: String? { path.map { $0 + "/gazetteer.tmg" } }

    /// What helps when a file that we ship is missing or damaged.
    private static let advice = "reinstall termmap, or set \(variable) to the folder of its data"

    /// The names of places.
    package func readGazetteer() throws(UsageError) -> Gazetteer {
        guard let gazetteer else { throw UsageError("no gazetteer.tmg found (\(Self.advice))") }
        do throws(GazetteerFileError) {
            return try GazetteerFile.read(gazetteer)
        } catch {
            throw UsageError("\(error): no place names (\(Self.advice))")
        }
    }

    /// Reads what is there; the map does without what is missing or damaged, and a line says so.
    package func readBasemap() -> BasemapData {
        var data = BasemapData.none
        guard let path else {
            data.faults = ["no basemap.tmb found: no land is drawn (\(Self.advice))"]
            return data
        }
        data.basemap = readBasemap(path + "/basemap.tmb", "no land is drawn", &data.faults)
        data.isSmall = isBundled
        if !isBundled {
            data.coastDetail = readBasemap(path + "/coast-detail.tmb", "coasts are coarse", &data.faults)
        }
        data.labels = readLabels(path + "/labels.tsv", &data.faults)
        return data
    }

    private func readBasemap(_ path: String, _ loss: String, _ faults: inout [String]) -> Basemap? {
        do throws(BasemapError) {
            return try Basemap(path: path)
        } catch {
            faults.append("\(error): \(loss) (\(Self.advice))")
            return nil
        }
    }

    private func readLabels(_ path: String, _ faults: inout [String]) -> [MapLabel] {
        do throws(FileError) {
            let contents = try MapLabelFile.read(path)
            if contents.damagedLineCount > 0 {
                let loss = contents.labels.isEmpty ? "no names are drawn" : "some names are missing"
                faults.append("\(path): damaged names: \(loss) (\(Self.advice))")
            }
            return contents.labels
        } catch {
            faults.append("\(error): no names are drawn (\(Self.advice))")
            return []
        }
    }
}
