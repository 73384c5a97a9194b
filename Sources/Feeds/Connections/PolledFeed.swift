import Network
import Platform
import Streams

/// A document that is read again and again: a file, or what a server sends for an address.
package struct PolledFeed: FeedSource {
    private enum Place: Sendable {
        case file(String)
        case address(NetworkAddress, HTTPClient)
    }

    private let place: Place
    private let interval: Duration

    package let name: String
    package let isStream = true

    /// Reads `path`, a file or an address of HTTP, every `interval`.
    ///
    /// - Parameter refusal: why the first document is no feed; nil where it may be one.
    /// - Throws: why it cannot be read the first time, or is refused.
    package init(
        _ path: String, every interval: Duration, version: String, refusal: ([UInt8]) -> String?
    ) throws(SourceError) {
        self.interval = interval
        if NetworkAddress.isMeant(by: path) {
            guard let address = NetworkAddress(path) else {
                throw .refused(name: path, words: "is not an address of HTTP")
            }
            var limits = HTTPLimits()
            limits.bytes = FeedLimit.documentBytes
            place = .address(address, HTTPClient(version: version, limits: limits))
            name = address.name
        } else {
            place = .file(path)
            name = path
        }
        var state = State()
        switch look(&state, isCancelled: { false }) {
        case .unchanged: break
        case .document(let bytes):
            if let words = refusal(bytes) {
                throw .refused(name: name, words: words)
            }
        case .fault(let words): throw .refused(name: name, words: words)
        }
    }

    /// What was seen last.
    private struct State {
        var identity: FileIdentity?
        var version: ResourceVersion?
    }

    private enum Look {
        case unchanged
        case document([UInt8])
        case fault(String)
    }

    package func run(_ number: Int, into inbox: FeedInbox) {
        inbox.put(.pace(isLive: true, isKnown: true), from: number)
        var state = State()
        var delay = RetryDelay()
        var next = MonotonicClock.now
        while !inbox.isClosed {
            var wait = interval
            switch look(&state, isCancelled: { inbox.isClosed }) {
            case .unchanged: break
            case .document(let bytes):
                delay.reset()
                inbox.put(.status(nil), from: number)
                inbox.put(.document(bytes), from: number)
            case .fault(let words):
                if inbox.isClosed { return }
                wait = max(interval, .seconds(delay.take()))
                inbox.put(.status("\(name): \(words)"), from: number)
                inbox.put(.refused(words), from: number)
            }
            next = max(next + wait, MonotonicClock.now)
            guard inbox.sleep(next - MonotonicClock.now) else { return }
        }
    }

    private func look(_ state: inout State, isCancelled: () -> Bool) -> Look {
        switch place {
        case .file(let path): Self.readFile(path, &state)
        case .address(let address, let client): Self.ask(address, client, &state, isCancelled)
        }
    }

    private static func readFile(_ path: String, _ state: inout State) -> Look {
        do throws(SourceError) {
            let file = try SourceInput(path: path).open()
            // A file that is replaced has another number, one that is written in place another time.
            if let known = state.identity, known == file.identity { return .unchanged }
            guard file.identity.size <= FeedLimit.documentBytes else {
                return .fault("is larger than 64 MiB")
            }
            var bytes = [UInt8](repeating: 0, count: file.identity.size)
            let count = try SourceError.wrapping { () throws(FileError) in
                try bytes.withMutableBytes { buffer throws(FileError) in try file.read(at: 0, into: buffer) }
            }
            state.identity = file.identity
            return .document(Array(bytes[..<count]))
        } catch {
            return .fault(error.wordsWithoutName(path))
        }
    }

    private static func ask(
        _ address: NetworkAddress, _ client: HTTPClient, _ state: inout State, _ isCancelled: () -> Bool
    ) -> Look {
        var request = HTTPRequest(address)
        request.known = state.version
        do throws(HTTPFault) {
            let response = try client.response(to: request, isCancelled: isCancelled)
            switch response.status {
            case 304: return .unchanged
            case 200:
                state.version = response.version
                return .document(response.body)
            default: return .fault("the server answers \(response.status)")
            }
        } catch {
            return .fault(error.words)
        }
    }
}

extension SourceError {
    /// The words without the name of the file.
    fileprivate func wordsWithoutName(_ path: String) -> String {
        let head = "\(printable(path)): "
        return description.hasPrefix(head) ? String(description.dropFirst(head.count)) : description
    }
}
