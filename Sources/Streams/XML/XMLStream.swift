import CExpat

/// Reads XML from a stream, piece by piece, as events; for untrusted documents.
///
/// Document types are refused, so that there are no entities to expand and nothing external to load; so are
/// elements nested deeper than 64 and tokens of more than a megabyte. expat itself does not recurse.
///
/// Elements that are plain are read here, from where expat is between two tokens to where they end; expat gets all
/// others, with what surrounds them: to expat the document is one without the plain elements.
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
    /// After so many elements that are not plain the rest of a piece goes to expat at once.
    private static let oddElementLimit = 64

    /// The name of the outermost element, once it was read.
    package private(set) var root: String?
    private let parser: XML_Parser
    private var depth = 0
    private var failure: Failure?
    private var fedBytes = 0
    /// The document is not in UTF-8, or not known to be so.
    private var isOtherEncoding = false
    private var isInSection = false
    private let readsPlainElements: Bool
    private var element = PlainElement()
    /// Line ends that expat has not seen, and the plain element whose events are delivered, up to the current one.
    private var passedLines = 0
    private var plainBytes: UnsafeBufferPointer<UInt8>?
    private var onEvent: (Event) -> Void = { _ in }

    /// A parser at the beginning of a document; nil when memory is short.
    package convenience init?() { self.init(readsPlainElements: true) }

    /// - Parameter readsPlainElements: false to let expat read everything.
    init?(readsPlainElements: Bool) {
        guard let parser = XML_ParserCreate(nil) else { return nil }
        self.parser = parser
        self.readsPlainElements = readsPlainElements
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
            XMLStream.of(user)?.stop(.documentType)
        }
        XML_SetXmlDeclHandler(parser) { user, _, encoding, _ in
            let isUTF8 = encoding.map { String(cString: $0).lowercased() == "utf-8" } ?? true
            XMLStream.of(user)?.isOtherEncoding = !isUTF8
        }
        XML_SetCdataSectionHandler(
            parser, { user in XMLStream.of(user)?.isInSection = true },
            { user in XMLStream.of(user)?.isInSection = false })
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
    package var line: Int {
        Int(XML_GetCurrentLineNumber(parser)) + passedLines + (plainBytes.map(Self.lineEnds) ?? 0)
    }

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
        // Blanks before the declaration are an error to expat; some programs write them, also behind a byte order mark.
        let hasMark = bytes.count > 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        if fedBytes == 0, hasMark, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[3]) { start = 3 }
        while fedBytes == 0, start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) {
            if bytes[start] == 0x0A { passedLines += 1 }
            start += 1
        }
        guard start < bytes.count || isLast else { return }
        repeat {
            let end = min(start + Self.pieceLength, bytes.count)
            try feedPiece(bytes.extracting(start..<end), isLast: isLast && end == bytes.count)
            start = end
        } while start < bytes.count
    }

    private func feedPiece(_ bytes: Span<UInt8>, isLast: Bool) throws(Failure) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            var oddElements = 0
            var offset = 0
            var isEnded = false
            while offset < bytes.count {
                if mayScan, let end = element.scan(bytes, from: offset, room: Self.depthLimit - depth) {
                    deliverElement(UnsafeBufferPointer(rebasing: bytes[offset..<end]))
                    offset = end
                    continue
                }
                oddElements += 1
                let end = chunkEnd(bytes, offset, isOdd: oddElements > Self.oddElementLimit)
                isEnded = isLast && end == bytes.count
                try parse(UnsafeBufferPointer(rebasing: bytes[offset..<end]), isLast: isEnded)
                offset = end
            }
            if isLast, !isEnded { try parse(UnsafeBufferPointer(rebasing: bytes[..<0]), isLast: true) }
        }
    }

    /// A plain element may begin here.
    private var mayScan: Bool { readsPlainElements && depth > 0 && !isOtherEncoding && isBetweenTokens }

    /// Where to stop feeding expat, to look for plain elements again: after the next tag.
    ///
    /// A token that continues beyond what looks like its end is not cut a second time: expat scans it again with each chunk.
    private func chunkEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, isOdd: Bool) -> Int {
        guard readsPlainElements, !isOtherEncoding, start == 0 || isBetweenTokens && !isOdd else {
            return bytes.count
        }
        return bytes[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
    }

    /// expat has read all that it was fed: what follows begins a token.
    private var isBetweenTokens: Bool {
        !isInSection && fedBytes > 0 && Int(XML_GetCurrentByteIndex(parser)) == fedBytes
    }

    private func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(Failure) {
        let status = bytes.withMemoryRebound(to: CChar.self) {
            XML_Parse(parser, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
        }
        if let failure { throw failure }
        guard status == XML_STATUS_OK else {
            let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "malformed"
            let error = Failure.malformed(words, line: line)
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

    private func deliverElement(_ bytes: UnsafeBufferPointer<UInt8>) {
        let element = element
        let onEvent = onEvent
        for token in element.tokens {
            if let start = bytes.baseAddress, let here = token.bytes.baseAddress {
                plainBytes = UnsafeBufferPointer(start: start, count: here - start)
            }
            switch token.kind {
            case .start:
                let attributes = XMLAttributes(element.attributes[token.attributes])
                onEvent(.start(name: XMLName(token.bytes), attributes: attributes))
            case .text: onEvent(.text(token.bytes))
            case .end: onEvent(.end(name: XMLName(token.bytes)))
            }
        }
        plainBytes = nil
        passedLines += Self.lineEnds(bytes)
    }

    private static func lineEnds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
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
