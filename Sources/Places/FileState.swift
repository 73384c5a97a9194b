import Streams

/// The state of a file, as part of the options of a saved index.
enum FileState {
    /// Its size and when it was changed; other words for another state.
    static func words(_ path: String) -> String {
        guard let file = FileIdentity(path: path) else { return "none" }
        return "\(file.size) \(file.modifiedSeconds).\(file.modifiedNanoseconds)"
    }
}
