import MapModel
import Programs
import Rows
import Streams

/// Loads any format that GDAL reads: ogr2ogr converts layers with geometries into features on WGS 84, others into
/// CSV, in which the columns are found as in any table.
///
/// Everything but the program itself happens on the caller's thread: call it from a task of its own.
package struct GDALLoader: SourceLoader {
    /// The file or folder as the user named it.
    package let path: String
    /// The layer to read; nil when it is chosen: the only one with geometries, else the first table with places.
    package let layer: String?
    /// How features and tables are read.
    package let options: SourceOptions

    /// - Parameters:
    ///   - path: a file or a folder.
    ///   - layer: the layer to read, when there are several.
    package init(path: String, layer: String? = nil, options: SourceOptions = SourceOptions()) {
        self.path = path
        self.layer = layer
        self.options = options
    }

    /// The path.
    package var name: String { path }

    /// Runs ogr2ogr and reads its rows while they arrive.
    ///
    /// - Throws: `.refused` when the program is not installed, the format is unknown, or several layers could
    ///   be meant; `.empty` without rows.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let programs = try programs()
        switch try choice(programs, isCancelled: isCancelled) {
        case .features(let layer):
            return try features(of: layer, programs, isCancelled: isCancelled, progress: progress)
        case .firstOf(let layer, let others):
            return try firstLayer([layer] + others, programs, isCancelled: isCancelled, progress: progress)
        case .tables(let names):
            return try firstTable(names, programs, isCancelled: isCancelled) {
                (loader, notice) throws(SourceError) in
                var loaded = try loader.read(isCancelled: isCancelled, progress: progress)
                if let notice { loaded.notices.append(notice) }
                loaded.notices += WorkbookDates.notices(of: path)
                return loaded
            }
        }
    }

    /// Converts the first rows and explains their columns.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let programs = try programs()
        switch try choice(programs, isCancelled: isCancelled) {
        case .features(let layer), .firstOf(let layer, others: _):
            let process = try programs.features(
                of: layer, system: options.csv.coordinateSystem, keepsHeights: false)
            let run = try JSONRun(process.output, options: readOptions, isCancelled: isCancelled)
            return ["read by GDAL, layer \(quoted(layer))"] + run.explanation().dropFirst()
        case .tables(let names):
            return try firstTable(names, programs, isCancelled: isCancelled) {
                (loader, notice) throws(SourceError) in
                let lines = try loader.explainColumns(isCancelled: isCancelled)
                return ["read by GDAL"] + (notice.map { [$0] } ?? []) + lines
            }
        }
    }

    /// Whether a folder is a data set, or has one in it.
    package static func isDataSet(folder path: String) -> Bool { GDALDataSet.isDataSet(folder: path) }

    private func programs() throws(SourceError) -> GDALPrograms {
        GDALPrograms(path: path, dataSet: try GDALDataSet(path: path, layer: layer))
    }

    // MARK: features

    private func features(
        of layer: String, _ programs: GDALPrograms, isCancelled: () -> Bool,
        progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var system = options.csv.coordinateSystem
        var notice: String?
        while true {
            let process = try programs.features(
                of: layer, system: system, keepsHeights: readOptions.keepsHeights)
            var loaded: LoadedSource?
            do throws(SourceError) {
                var run = try JSONRun(process.output, options: readOptions, isCancelled: isCancelled)
                loaded = try run.read(isCancelled: isCancelled, progress: progress)
            } catch .empty {
                // The program's error message explains why there is nothing.
            }
            let words = try programs.failure(process, isCancelled: isCancelled)
            if system == nil, let words, GDALWords.lacksSystem(words) {
                notice = try assumedDegrees(layer, programs, isCancelled: isCancelled)
                system = "EPSG:4326"
                continue
            }
            let explained = words.map { GDALWords.explained($0, layer: layer, system: system) }
            guard var loaded else {
                throw explained.map { .refused(name: path, words: $0) }
                    ?? .empty(file: path, hasHeader: false)
            }
            if let end = explained.map({ EarlyEnd.torn(words: printable($0)) })
                ?? ShapefileEnd.earlyEnd(of: path)
            {
                loaded.notices.insert(end.notice(file: path), at: 0)
                loaded.layers[0].earlyEnd = end
            }
            if let notice { loaded.notices.append(notice) }
            return loaded
        }
    }

    /// The notice on a layer without a coordinate system whose places are in the range of degrees.
    private func assumedDegrees(
        _ layer: String, _ programs: GDALPrograms, isCancelled: () -> Bool
    ) throws(SourceError) -> String {
        let info = try programs.info(of: layer, isCancelled: isCancelled)
        guard info.isInDegrees != false else {
            throw .refused(
                name: path,
                words:
                    "names no coordinate system, and its coordinates look projected (metres): name the system "
                    + "with --crs, such as --crs EPSG:25832")
        }
        return "\(printable(path)): names no coordinate system: read as degrees on WGS 84 (choose with --crs)"
    }

    /// ogr2ogr writes longitude first, whatever the source had.
    private var readOptions: FeatureOptions { Self.readOptions(options) }

    /// How features on WGS 84 are read that have no lines, with the longitude first.
    static func readOptions(_ options: SourceOptions) -> FeatureOptions {
        var options = options.features()
        options.columns.isSwapped = false
        options.columns.isProjected = false
        options.coordinateSystem = nil
        options.countsLines = false
        options.encoding = nil
        return options
    }

    /// The rows of the first of several layers that has some, with a notice that names the others.
    private func firstLayer(
        _ layers: [String], _ programs: GDALPrograms, isCancelled: () -> Bool,
        progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        for layer in layers {
            do throws(SourceError) {
                var loaded = try features(of: layer, programs, isCancelled: isCancelled, progress: progress)
                if let notice = notice(of: layer, among: layers) { loaded.notices.append(notice) }
                return loaded
            } catch .empty where layer != layers.last {
                continue
            }
        }
        throw .empty(file: path, hasHeader: false)
    }

    // MARK: tables

    /// Calls `body` with a loader of the first table that has coordinates, and a notice that names the others.
    private func firstTable<Result>(
        _ names: [String], _ programs: GDALPrograms, isCancelled: () -> Bool,
        _ body: (CSVLoader, _ notice: String?) throws(SourceError) -> Result
    ) throws(SourceError) -> Result {
        var first: SourceError?
        for name in names {
            let process = try programs.rows(of: name)
            // The process must not end before its output was read.
            defer { withExtendedLifetime(process) {} }
            let loader = CSVLoader(SourceInput(process.output, path: path), options: tableOptions)
            do throws(SourceError) {
                return try body(loader, notice(of: name, among: names))
            } catch .cancelled {
                throw .cancelled
            } catch {
                if let words = try programs.failure(process, isCancelled: isCancelled), !words.isEmpty {
                    throw .refused(
                        name: path, words: GDALWords.explained(words, layer: name, system: nil))
                }
                first = first ?? error
            }
        }
        throw first ?? .empty(file: path, hasHeader: false)
    }

    private func notice(of name: String, among names: [String]) -> String? {
        guard names.count > 1 else { return nil }
        let others = names.filter { $0 != name }.prefix(12).map { quoted($0) }.joined(separator: ", ")
        return
            "\(printable(path)): sheet or layer \(quoted(name)) is shown, not \(others) (choose with --layer)"
    }

    private var tableOptions: CSVOptions {
        var options = options.csv
        options.delimiter = UInt8(ascii: ",")
        options.encoding = "utf-8"
        options.hasInventedNames = true
        return options
    }

    // MARK: layers

    /// What is read of a data set.
    private enum Choice {
        case features(String)
        /// The first of several layers that has rows.
        case firstOf(String, others: [String])
        /// Tables, in the order in which they are tried.
        case tables([String])
    }

    /// The layer that the user named, else the only one with geometries, else the tables.
    private func choice(_ programs: GDALPrograms, isCancelled: () -> Bool) throws(SourceError) -> Choice {
        let layers = try programs.layers(isCancelled: isCancelled)
        if let layer {
            guard let known = layers.first(where: { $0.name == layer }) else {
                // An archive's layer is the name of its file.
                if layers.count == 1, path.lowercased().hasSuffix(".zip") { return choice(layers[0]) }
                throw .refused(
                    name: path, words: "has no layer \(quoted(layer)) (it has \(Self.list(layers)))")
            }
            return choice(known)
        }
        guard !layers.isEmpty else { throw .empty(file: path, hasHeader: false) }
        let placed = layers.filter(\.hasGeometry)
        if placed.isEmpty { return .tables(layers.map(\.name)) }
        if placed.count == 1 { return choice(placed[0]) }
        if placed.contains(where: { $0.name == "other_relations" }), placed[0].name == "points" {
            // The layers that GDAL makes of OpenStreetMap's data, always the same ones.
            return .firstOf(placed[0].name, others: placed.dropFirst().map(\.name))
        }
        throw .refused(
            name: path, words: "has \(placed.count) layers: \(Self.list(placed)) (choose with --layer)")
    }

    private func choice(_ layer: GDALLayer) -> Choice {
        layer.hasGeometry ? .features(layer.name) : .tables([layer.name])
    }

    private static func list(_ layers: [GDALLayer]) -> String {
        layers.prefix(12).map { quoted($0.name) }.joined(separator: ", ") + (layers.count > 12 ? ", …" : "")
    }
}
