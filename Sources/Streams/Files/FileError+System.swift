import Platform

extension FileError {
    /// An error of the system.
    package init(system error: SystemError, file: String) {
        let reason: Reason =
            switch error {
            case .noSuchFile, .notFolder: .noSuchFile
            case .notPermitted, .notAllowed: .notPermitted
            case .isFolder: .isDirectory
            case .tooManyFiles:
                .system(code: error.code, words: "too many open files (ulimit -n raises the limit)")
            default: .system(code: error.code, words: error.words)
            }
        self.init(file: file, reason: reason)
    }
}

extension WakePipe {
    /// A new one.
    package static func opened() throws(FileError) -> WakePipe {
        do throws(SystemError) {
            return try WakePipe()
        } catch {
            throw FileError(system: error, file: "pipe")
        }
    }
}
