import App
import Platform
import Runtime
import Streams

/// The files that come with the program.
enum DataCheck {
    /// What does not work without a file.
    private static let files = [
        ("basemap.tmb", "no land, borders and rivers are drawn"),
        ("coast-detail.tmb", "coasts are coarse when you zoom in"),
        ("labels.tsv", "no names of countries and seas are drawn"),
        ("gazetteer.tmg", "no place is found by its name, and rows without coordinates have no place"),
        ("airports.csv", "termmap needs the name of a file"),
    ]

    private static let advice =
        "reinstall termmap, or set \(DataFolder.variable) to the folder with its data"

    static func section(_ environment: [String: String]) -> DoctorSection {
        let folder = DataFolder.find()
        let isNamed = environment[DataFolder.variable]?.isEmpty == false
        guard let path = folder.path, folder.isBundled || FileStatus(path: path)?.kind == .folder else {
            let place = folder.path.map { "\($0) is no folder (\(DataFolder.variable))" } ?? "not found"
            let finding = Finding(
                .bad, "folder", "\(place): no land, no names and no airports", advice: advice)
            return DoctorSection(title: "data", findings: [finding])
        }
        var findings = [
            folder.isBundled
                ? Finding(
                    .note, "folder", folder.place,
                    advice: "install the data beside the program for all coasts and names")
                : Finding(.ok, "folder", path + (isNamed ? " (\(DataFolder.variable))" : ""))
        ]
        let missing = folder.isBundled ? [] : files.filter { !FilePath.allows(.reading, "\(path)/\($0.0)") }
        findings += missing.map { name, loss in
            let isThere = FilePath.allows(.knowing, "\(path)/\(name)")
            return Finding(
                name == "airports.csv" ? .note : .bad, name,
                "\(isThere ? "may not be read" : "is missing in \(path)"): \(loss)",
                advice: isThere ? "chmod a+r \(path)/\(name)" : advice)
        }
        findings += damaged(folder, besides: missing.map(\.0))
        if !folder.isBundled, !findings.contains(where: { $0.state == .bad }), missing.isEmpty {
            let size = files.reduce(0) { $0 + (FileStatus(path: "\(path)/\($1.0)")?.size ?? 0) }
            findings.append(Finding(.ok, "files", "\(files.count) files, \(ByteSize(size)), all readable"))
        }
        return DoctorSection(title: "data", findings: findings)
    }

    /// What is wrong with files that can be read; the number of names where nothing is.
    private static func damaged(_ folder: DataFolder, besides missing: [String]) -> [Finding] {
        let faults = folder.readBasemap().faults.filter { fault in
            !missing.contains { fault.contains("/\($0): ") }
        }
        var findings = faults.map { Finding(.bad, "map", $0) }
        guard !missing.contains("gazetteer.tmg") else { return findings }
        do throws(UsageError) {
            let gazetteer = try folder.readGazetteer()
            findings.append(Finding(.ok, "names", "\(grouped(gazetteer.placeCount)) places"))
        } catch {
            findings.append(Finding(.bad, "names", "\(error)"))
        }
        return findings
    }
}
