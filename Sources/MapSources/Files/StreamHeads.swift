import Synchronization

/// The first bytes of streams that were looked at before they are read: a pipe gives its bytes only once.
///
/// Whoever reads the stream next is given them first.
enum StreamHeads {
    private static let heads = Mutex<[String: [UInt8]]>([:])

    /// Takes what was looked at of a stream; empty where nobody did.
    static func take(_ name: String) -> [UInt8] {
        heads.withLock { $0.removeValue(forKey: name) ?? [] }
    }

    /// Reads up to `length` bytes of `file`, a stream, until they are `enough` to tell something, and keeps them for
    /// whoever reads it next.
    ///
    /// Waits until the stream has given that much or ends.
    static func look(
        at file: FileBytes, length: Int, isCancelled: () -> Bool, isEnough: ([UInt8]) -> Bool
    ) throws(SourceError) -> [UInt8] {
        var head = take(file.name)
        var buffer = [UInt8](repeating: 0, count: length)
        while head.isEmpty || (head.count < length && !isEnough(head)) {
            if isCancelled() { throw .cancelled }
            let count = buffer.withUnsafeMutableBytes { bytes in
                Result { () throws(FileError) in try file.readNext(into: bytes, waiting: 100) }
            }
            switch count {
            case .success(nil): continue
            case .success(let count?):
                if count == 0 { return keep(head, of: file.name) }
                head += buffer[..<count]
            case .failure(let error): throw .file(error)
            }
        }
        return keep(head, of: file.name)
    }

    private static func keep(_ head: [UInt8], of name: String) -> [UInt8] {
        heads.withLock { $0[name] = head }
        return head
    }
}
