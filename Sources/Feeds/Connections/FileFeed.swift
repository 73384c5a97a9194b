import Platform
import Streams

/// A file or a pipe with messages, or a recording.
package struct FileFeed: FeedSource {
    private let input: SourceInput
    /// How many times as fast as it was a recording is played; nil at once.
    private let replaySpeed: Double?

    package var name: String { input.name }
    package var isStream: Bool { input.isStream || replaySpeed != nil }

    /// A file that was opened already.
    package init(_ input: SourceInput, replaySpeed: Double? = nil) {
        self.input = input
        self.replaySpeed = replaySpeed
    }

    package func run(_ number: Int, into inbox: FeedInbox) {
        do throws(SourceError) {
            let file = try input.open()
            // Without a time of their own messages of a file are as old as the file.
            let time =
                file.identity.isRegular && !input.isStream
                ? Int64(file.identity.modifiedSeconds) * 1000 : nil
            inbox.put(.pace(isLive: false, isKnown: time != nil), from: number)
            try read(file, time, number, inbox)
            inbox.put(.ended, from: number)
        } catch {
            inbox.put(.failed(error), from: number)
        }
    }

    private func read(
        _ file: FileBytes, _ time: Int64?, _ number: Int, _ inbox: FeedInbox
    ) throws(SourceError) {
        var head: [UInt8]? = []
        var player: RecordingPlayer?
        try file.forEachPiece(isCancelled: { inbox.isClosed }) { piece throws(SourceError) in
            var bytes = piece.withUnsafeBufferPointer { Array($0) }
            if let first = head {
                bytes = first + bytes
                head = FeedRecording.mayBegin(bytes) ? bytes : nil
                if head != nil { return }
                if FeedRecording.begins(bytes) { player = RecordingPlayer(number, inbox, speed: replaySpeed) }
            }
            if player != nil {
                player?.play(bytes)
            } else {
                inbox.put(.bytes(bytes), from: number, received: time)
            }
        }
        if let head, !head.isEmpty { inbox.put(.bytes(head), from: number, received: time) }
        if let words = player?.fault { inbox.put(.refused(words), from: number) }
    }
}

/// Hands over what was recorded, at once or in its time.
private struct RecordingPlayer {
    private let number: Int
    private let inbox: FeedInbox
    private let speed: Double?
    private let begin = MonotonicClock.now
    private var recording = FeedRecording()
    private var hasBegun = false

    init(_ number: Int, _ inbox: FeedInbox, speed: Double?) {
        (self.number, self.inbox, self.speed) = (number, inbox, speed)
    }

    /// What is wrong with the recording; nil where it is whole.
    var fault: String? {
        recording.isDamaged ? "the recording is damaged" : recording.isOpen ? "the recording is cut off" : nil
    }

    mutating func play(_ bytes: [UInt8]) {
        var pieces: [FeedRecording.Piece] = []
        recording.feed(bytes) { pieces.append($0) }
        guard let start = recording.start else { return }
        if !hasBegun {
            hasBegun = true
            inbox.put(.recording(start: start, source: recording.source), from: number)
        }
        for piece in pieces {
            guard wait(for: piece.milliseconds) else { return }
            inbox.put(
                piece.bytes.isEmpty ? .disconnected : .bytes(piece.bytes), from: number,
                received: start + piece.milliseconds)
        }
    }

    /// Waits until a piece is due; false when the inbox was closed.
    private func wait(for milliseconds: Int64) -> Bool {
        guard let speed else { return !inbox.isClosed }
        let due = Duration.milliseconds(Int64(Double(milliseconds) / speed))
        while true {
            let left = due - (MonotonicClock.now - begin)
            if left <= .zero { return !inbox.isClosed }
            guard inbox.sleep(min(left, .seconds(1))) else { return false }
        }
    }
}
