import Platform

/// A lock on a whole file against other processes; it ends with the process, or when the file is closed.
package enum FileLock {
    /// Locks an open file without waiting.
    package static func take(_ descriptor: Int32, _ name: String) throws(FileError) {
        while !Descriptor.lockForProcess(descriptor) {
            guard [.wouldBlock, .notPermitted].contains(SystemError.last) else {
                throw FileError(system: .last, file: name)
            }
            if let owner = Descriptor.lockOwner(descriptor) {
                throw FileError(file: name, reason: .beingSaved(processID: owner))
            }
        }
    }
}
