import App
import Platform
import Runtime
import Streams

/// The files that come with the program.
enum DataCheck {
    private static let files = [
        "basemap.tmb", "coast-detail.tmb", "labels.tsv", "gazetteer.tmg", "airports.csv",
    ]

    static func section(_ environment: [String: String]) -> DoctorSection {
        let folder = DataFolder.find()
        let isNamed = environment[DataFolder.variable]?.isEmpty == false
        guard let path = folder.path else {
            let finding = Finding(
                .bad, "folder", "not found: no land, no names and no airports",
                advice: "reinstall termmap, or set \(DataFolder.variable) to the folder of its data")
            return DoctorSection(title: "data", findings: [finding])
        }
        var findings = [
            folder.isBundled
                ? Finding(
                    .note, "folder", folder.place,
                    advice: "install the data beside the program for all coasts and names")
                : Finding(.ok, "folder", path + (isNamed ? " (\(DataFolder.variable))" : ""))
        ]
        if !folder.isBundled { findings += files.compactMap { missing($0, in: path) } }
        findings += folder.readBasemap().faults.map { Finding(.bad, "map", $0) }
        do throws(UsageError) {
            let gazetteer = try folder.readGazetteer()
            findings.append(Finding(.ok, "names", "\(grouped(gazetteer.placeCount)) places"))
        } catch {
            findings.append(Finding(.bad, "names", "\(error)"))
        }
        if !folder.isBundled, !findings.contains(where: { $0.state == .bad }) {
            let size = files.reduce(0) { $0 + (FileStatus(path: "\(path)/\($1)")?.size ?? 0) }
            findings.append(Finding(.ok, "files", "\(files.count) files, \(ByteSize(size)), all readable"))
        }
        return DoctorSection(title: "data", findings: findings)
    }

    /// What is wrong with a file that no reader below looks at.
    private static func missing(_ name: String, in folder: String) -> Finding? {
        guard name == "airports.csv", !FilePath.allows(.reading, "\(folder)/\(name)") else { return nil }
        return Finding(
            .note, name, "cannot be read: termmap needs the name of a file",
            advice: "reinstall termmap, or name a file")
    }
}
