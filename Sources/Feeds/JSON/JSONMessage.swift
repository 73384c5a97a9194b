import RowValues
import Streams

/// Finds out what an object of a feed is.
struct JSONMessage {
    /// What is in the object.
    enum Kind: Equatable {
        /// A document of readsb or dump1090, with the range of its list.
        case aircraftList(Range<Int>)
        /// One aircraft of these.
        case aircraft
        case ownTracks
        case meshtastic(payload: Range<Int>?)
        /// What mosquitto_sub writes around a message: an object, or one as a text.
        case wrapped(payload: Range<Int>, isText: Bool)
        case unknown
    }

    var kind = Kind.unknown
    /// `now`, in milliseconds since 1970.
    var now: Int64?
    /// `topic`, as it stands.
    var topic: Range<Int>?
    /// `type` or `_type`, as it stands.
    var type: Range<Int>?

    /// Looks through the members of an object.
    init(_ bytes: ByteRun, _ range: Range<Int>) throws(JSONFault) {
        var members = try JSONMembers(bytes, range)
        var (hasFrom, hasUnderscoreType, hasHex, isHeard) = (false, false, false, false)
        var list: Range<Int>?
        var payload: (range: Range<Int>, isText: Bool)?
        while let (key, value) = try members.next() {
            // The second is what servers that share receptions write.
            if bytes.isWord(key, "aircraft") || bytes.isWord(key, "ac"), case .container(let range) = value {
                list = range
            } else if bytes.isWord(key, "now") {
                now = bytes.number(value).flatMap(FeedNumber.epochMilliseconds)
            } else if bytes.isWord(key, "_type"), case .text(let text) = value {
                (hasUnderscoreType, type) = (true, text.range)
            } else if bytes.isWord(key, "type"), case .text(let text) = value {
                if !hasUnderscoreType { type = text.range }
            } else if bytes.isWord(key, "from") {
                hasFrom = bytes.number(value) != nil
            } else if bytes.isWord(key, "hex"), case .text = value {
                hasHex = true
            } else if bytes.isWord(key, "seen") || bytes.isWord(key, "messages") || bytes.isWord(key, "rssi")
                || bytes.isWord(key, "flight")
            {
                isHeard = true
            } else if bytes.isWord(key, "topic"), case .text(let text) = value {
                topic = text.range
            } else if bytes.isWord(key, "payload") {
                if case .container(let range) = value { payload = (range, false) }
                if case .text(let text) = value { payload = (text.range, true) }
            }
        }
        if let list {
            kind = .aircraftList(list)
        } else if hasUnderscoreType, let type, OwnTracksMessage.isType(bytes, type) {
            kind = .ownTracks
        } else if hasFrom, type != nil {
            kind = .meshtastic(payload: payload.flatMap { $0.isText ? nil : $0.range })
        } else if topic != nil, let payload {
            kind = .wrapped(payload: payload.range, isText: payload.isText)
        } else if hasHex, isHeard {
            kind = .aircraft
        }
    }
}
