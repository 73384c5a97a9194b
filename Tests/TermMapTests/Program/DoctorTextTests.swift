import Testing

@testable import TermMap

@Suite struct DoctorTextTests {
    @Test func linesHaveStateSubjectWordsAndAdvice() {
        let sections = [
            DoctorSection(
                title: "data",
                findings: [
                    Finding(.ok, "folder", "/data"), Finding(.bad, "map", "damaged", advice: "reinstall"),
                ], sample: ["|x|"])
        ]
        #expect(
            sections.text(colored: false)
                == "data\n  ok    folder  /data\n  bad   map     damaged\n        reinstall\n        |x|\n")
        #expect(sections.hasBad)
        #expect(sections.text(colored: true).contains("\u{1B}[31mbad \u{1B}[m"))
    }

    @Test func nothingFromTheEnvironmentControlsTheTerminal() {
        let section = DoctorSection(
            title: "t", findings: [Finding(.note, "a", "\u{1B}[2J\n", advice: "\u{7}")])
        let text = [section].text(colored: false)
        #expect(text.split(separator: "\n").count == 3)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test(arguments: [
        ("ID=debian\n", "apt install gdal-bin"), ("ID=ubuntu\nID_LIKE=debian\n", "apt install gdal-bin"),
        ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "dnf install gdal"),
        ("ID=arch\n", "pacman -S gdal"),
        ("ID=alpine\n", "apk add gdal-tools"),
        ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"suse\"\n", "zypper install gdal"),
        ("", "install GDAL with its programs with your package manager"),
    ]) func adviceIsInTheWordsOfTheDistribution(release: String, command: String) {
        #expect(PackageAdvice(release: release).install(.gdal) == command)
    }
}
