import Foundation
import PackagePlugin

/// Writes the commit that the program is built from into a source file, for `--version`.
@main struct CommitPlugin: BuildToolPlugin {
    /// Leaves the file alone where nothing changed, so that nothing is compiled again.
    private static let script = """
        commit=$(git -C "$1" describe --always --dirty --abbrev=10 2>/dev/null || true)
        text="enum BuiltFrom { static let commit = \\"$commit\\" }"
        [ "$(cat "$2/BuiltFrom.swift" 2>/dev/null)" = "$text" ] || printf '%s\\n' "$text" > "$2/BuiltFrom.swift"
        """

    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.pluginWorkDirectoryURL
        return [
            .prebuildCommand(
                displayName: "Looking up the commit", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", Self.script, "sh", context.package.directoryURL.path(), folder.path()],
                outputFilesDirectory: folder)
        ]
    }
}
