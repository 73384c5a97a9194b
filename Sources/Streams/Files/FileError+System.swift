import Glibc

extension FileError {
    /// The system's error for an `errno`.
    package init(system code: Int32, file: String) {
        let reason: Reason =
            switch code {
            case ENOENT, ENOTDIR: .noSuchFile
            case EACCES, EPERM: .notPermitted
            case EISDIR: .isDirectory
            case EMFILE: .system(code: code, words: "too many open files (ulimit -n raises the limit)")
            default: .system(code: code, words: SystemError.words(code))
            }
        self.init(file: file, reason: reason)
    }
}
