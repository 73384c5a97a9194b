import Foundation
import TestSupport
import Testing

/// Folders of a target use each other's types in one direction: what is below knows nothing of what is above.
@Suite struct FolderCircleTests {
    private static let sources = Repository.root + "/Sources"

    private static let targets = ((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? [])
        .filter { !$0.hasPrefix("C") || $0 == "CellGraphics" }.sorted()

    /// The words of the code of each file, and the types that it declares for others.
    private struct File {
        let folder: String
        var words: Set<Substring> = []
        var types: Set<Substring> = []

        init(_ path: String, in target: String) {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            folder = String(path.dropFirst(target.count + 1)).split(separator: "/").dropLast()
                .joined(separator: "/")
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
            for line in Self.code(of: text).split(separator: "\n") {
                // What follows a point is a member.
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
                for word in words where word.first?.isUppercase == true {
                    self.words.insert(word.prefix { $0 != "." })
                }
                guard line.first != " ", !words.contains("private"), !words.contains("fileprivate"),
                    let index = words.firstIndex(where: kinds.contains), index + 1 < words.count
                else { continue }
                types.insert(words[index + 1])
            }
        }

        /// The code without comments and texts; what is interpolated into a text is code.
        static func code(of text: String) -> String {
            enum Place { case code(depth: Int), text(ends: String) }
            let bytes = Array(text.utf8)
            var places = [Place.code(depth: 0)]
            var kept: [UInt8] = []
            var index = 0
            /// Goes past a mark that stands here.
            func passes(_ mark: String) -> Bool {
                guard bytes[index...].starts(with: mark.utf8) else { return false }
                index += mark.utf8.count
                return true
            }
            while index < bytes.count {
                let byte = bytes[index]
                switch places[places.count - 1] {
                case .text(let end):
                    if passes(end) {
                        places.removeLast()
                    } else if !end.hasSuffix("#"), passes("\\(") {
                        places.append(.code(depth: 1))
                        kept.append(UInt8(ascii: " "))
                    } else {
                        if byte == UInt8(ascii: "\n") { kept.append(byte) }
                        index += byte == UInt8(ascii: "\\") && !end.hasSuffix("#") ? 2 : 1
                    }
                case .code(let depth):
                    if passes("//") {
                        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
                        continue
                    }
                    if passes("#\"") {
                        places.append(.text(ends: "\"#"))
                    } else if passes("\"\"\"") {
                        places.append(.text(ends: "\"\"\""))
                    } else if passes("\"") {
                        places.append(.text(ends: "\""))
                    } else {
                        index += 1
                        let change = byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
                        places[places.count - 1] = .code(depth: depth + change)
                        if places.count > 1, depth + change == 0 { places.removeLast() }
                        kept.append(byte)
                    }
                }
            }
            return String(decoding: kept, as: UTF8.self)
        }
    }

    private static func files(of target: String) -> [File] {
        let root = sources + "/" + target
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.map { File(root + "/" + $0, in: root) }
    }

    /// The folders that each folder uses, with a word for each use.
    private static func uses(of files: [File]) -> [String: [String: Substring]] {
        var folderOfType: [Substring: String?] = [:]
        for file in files {
            for type in file.types {
                // A name that two folders declare is nobody's.
                folderOfType[type] =
                    folderOfType[type] == nil || folderOfType[type] == file.folder ? file.folder : .some(nil)
            }
        }
        var uses: [String: [String: Substring]] = [:]
        for file in files {
            for word in file.words {
                guard case .some(.some(let other)) = folderOfType[word], other != file.folder else {
                    continue
                }
                uses[file.folder, default: [:]][other] = word
            }
        }
        return uses
    }

    /// What can be reached from a folder, itself if it lies on a circle.
    private static func reach(_ start: String, _ uses: [String: [String: Substring]]) -> Set<String> {
        var reached: Set<String> = []
        var open = [start]
        while let folder = open.popLast() {
            for next in (uses[folder] ?? [:]).keys where reached.insert(next).inserted { open.append(next) }
        }
        return reached
    }

    @Test(arguments: targets) func foldersFormNoCircle(target: String) {
        let files = Self.files(of: target)
        #expect(!files.isEmpty)
        let uses = Self.uses(of: files)
        let onCircles = uses.keys.filter { Self.reach($0, uses).contains($0) }.sorted()
        let words = onCircles.flatMap { folder in
            (uses[folder] ?? [:]).filter { onCircles.contains($0.key) }.map {
                "\(folder) -> \($0.key) by \($0.value)"
            }
        }
        #expect(onCircles.isEmpty, "\(words.sorted().joined(separator: "; "))")
    }

    /// The test itself reads code as the compiler does.
    @Test func textsAreNoCodeButWhatTheyInterpolateIs() {
        let code = File.code(
            of: """
                let a = "One \\(Two.three("Four")) \\"Five" // Six
                let b = #"Seven "Eight" \\(Nine)"# + Ten
                """)
        #expect(
            code.split { !$0.isLetter }.filter { $0.first?.isUppercase == true } == ["Two", "Ten"])
    }

    /// The test itself finds a circle.
    @Test func aCircleIsFound() {
        let uses: [String: [String: Substring]] = ["a": ["b": "B"], "b": ["c": "C"], "c": ["b": "B"]]
        #expect(!Self.reach("a", uses).contains("a"))
        #expect(Self.reach("b", uses).contains("b") && Self.reach("c", uses).contains("c"))
    }
}
