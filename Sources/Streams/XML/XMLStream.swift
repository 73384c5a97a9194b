import CExpat

/// Reads XML from a stream, piece by piece, as events; for untrusted documents.
///
/// Document types are refused, so that there are no entities to expand and nothing external to load; so are
/// elements nested deeper than 64 and tokens of more than a megabyte. expat itself does not recurse.
package final class XMLStream {
    /// The parts of a document; names and attributes are valid for the call.
    package enum Event {
        /// An element begins.
        case start(name: XMLName, attributes: XMLAttributes)
        /// Text inside an element; one text may arrive in several pieces.
        case text(UnsafeBufferPointer<UInt8>)
        /// An element ends.
        case end(name: XMLName)
    }

    /// Why a document is not read further.
    package enum Failure: Error, Equatable, Sendable {
        /// The document has a document type declaration.
        case documentType
        /// Elements are nested deeper than 64.
        case tooDeep
        /// A name, text or comment exceeds a megabyte.
        case tokenTooLong
        /// Not XML: expat's message, and the line.
        case malformed(String, line: Int)
    }

    private static let depthLimit = 64
    private static let tokenLimit = 1 << 20
    private static let pieceLength = 1 << 16

    /// The name of the outermost element, once it was read.
    package private(set) var root: String?
    private let parser: XML_Parser
    private var depth = 0
    private var failure: Failure?
    private var fedBytes = 0
    private var onEvent: (Event) -> Void = { _ in }

    /// A parser at the beginning of a document; nil when memory is short.
    package init?() {
        guard let parser = XML_ParserCreate(nil) else { return nil }
        self.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
            XMLStream.of(user)?.stop(.documentType)
        }
        XML_SetElementHandler(
            parser,
            { user, name, attributes in XMLStream.of(user)?.start(name, attributes) },
            { user, name in XMLStream.of(user)?.end(name) })
        XML_SetCharacterDataHandler(parser) { user, text, count in
            XMLStream.of(user)?.text(text, Int(count))
        }
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// The line of the current event, counted from 1.
    package var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// Parses the next bytes, calling `onEvent` with each event that is complete.
    ///
    /// - Parameter isLast: nothing follows: an element that is still open is then an error.
    package func feed(_ bytes: Span<UInt8>, isLast: Bool, _ onEvent: @escaping (Event) -> Void)
        throws(Failure)
    {
        if let failure { throw failure }
        self.onEvent = onEvent
        defer { self.onEvent = { _ in } }
        var start = 0
        repeat {
            let end = min(start + Self.pieceLength, bytes.count)
            try feedPiece(bytes.extracting(start..<end), isLast: isLast && end == bytes.count)
            start = end
        } while start < bytes.count
    }

    private func feedPiece(_ bytes: Span<UInt8>, isLast: Bool) throws(Failure) {
        let status = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                XML_Parse(parser, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
            }
        }
        if let failure { throw failure }
        guard status == XML_STATUS_OK else {
            let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "malformed"
            let error = Failure.malformed(words, line: Int(XML_GetCurrentLineNumber(parser)))
            failure = error
            throw error
        }
        fedBytes += bytes.count
        // Tokens that do not end are scanned again with each piece: the time would grow with their square.
        if fedBytes - Int(XML_GetCurrentByteIndex(parser)) > Self.tokenLimit {
            failure = .tokenTooLong
            throw .tokenTooLong
        }
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> XMLStream? {
        user.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stop(_ reason: Failure) {
        failure = failure ?? reason
        XML_StopParser(parser, 0)
    }

    private func start(
        _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        guard failure == nil, let name else { return }
        depth += 1
        guard depth <= Self.depthLimit else { return stop(.tooDeep) }
        let local = XMLName(name)
        if root == nil { root = local.text }
        onEvent(.start(name: local, attributes: XMLAttributes(list: attributes)))
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        guard failure == nil, let name else { return }
        depth -= 1
        onEvent(.end(name: XMLName(name)))
    }

    private func text(_ text: UnsafePointer<CChar>?, _ count: Int) {
        guard failure == nil, let text else { return }
        text.withMemoryRebound(to: UInt8.self, capacity: count) {
            onEvent(.text(UnsafeBufferPointer(start: $0, count: count)))
        }
    }
}

extension XMLStream.Failure: CustomStringConvertible {
    /// The reason without the name of the file.
    package var description: String {
        switch self {
        case .documentType: "has a document type declaration, which is not supported"
        case .tooDeep: "elements are nested too deeply"
        case .tokenTooLong: "a name, text or comment is too long"
        case .malformed(let words, _): "not well-formed XML: \(words)"
        }
    }
}
