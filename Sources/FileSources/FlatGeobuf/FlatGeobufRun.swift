import Rows
import Streams

/// A file that is being read, window by window: the header, the index, which is passed over, then the features.
struct FlatGeobufRun: ~Copyable {
    /// The rows so far; nil before the header was read.
    private(set) var rows: FlatGeobufRows?
    private var feed: ByteFeed
    private var window: ReadWindow
    private let options: FeatureOptions
    /// Bytes to pass over before the features.
    private var skipped = 0
    /// As the header says.
    private(set) var featureCount = 0

    init(_ feed: ByteFeed, options: FeatureOptions) {
        self.feed = feed
        self.options = options
        window = ReadWindow(capacity: max(options.windowSize, 64))
    }

    /// Reads until the end, or for as long as `shouldContinue` says, which is asked after each window with the bytes read.
    ///
    /// - Returns: false when GDAL is to read the file: it is damaged or has something unusual.
    mutating func read(
        isCancelled: () -> Bool, _ shouldContinue: (inout FlatGeobufRows, Int) throws(SourceError) -> Bool
    ) throws(SourceError) -> Bool {
        while true {
            try window.fill(from: &feed, isCancelled: isCancelled)
            let used: Int
            do throws(FlatGeobufRefusal) {
                used = try readWindow()
            } catch {
                return false
            }
            if var read = rows.take() {
                let goesOn = try shouldContinue(&read, feed.bytesTaken)
                rows = consume read
                if !goesOn { return true }
            }
            window.discard(used)
            if used > 0 { continue }
            if window.isAtEnd {
                return window.count == 0 && skipped == 0 && featureCount == rows?.collector.recordCount
            }
            if window.isFull {
                guard window.count < options.recordLimit else { return false }
                window.grow()
            }
        }
    }

    /// Reads what is complete in the window; returns how many bytes that are.
    private mutating func readWindow() throws(FlatGeobufRefusal) -> Int {
        guard rows != nil else { return try readHeader() }
        if skipped > 0 {
            let passed = min(skipped, window.count)
            skipped -= passed
            return passed
        }
        return try readFeatures()
    }

    private mutating func readHeader() throws(FlatGeobufRefusal) -> Int {
        let isNamed = window.withBytes { bytes in
            Self.memory(bytes, 0, count: min(bytes.count, FlatGeobufHeader.magic.count))
                .elementsEqual(FlatGeobufHeader.magic)
        }
        guard isNamed else { throw FlatGeobufRefusal() }
        let size = window.withBytes { Self.size(in: $0, at: FlatGeobufHeader.startSize - 4) }
        guard let size, FlatGeobufHeader.startSize + size <= window.count else { return 0 }
        let header = try window.withBytes { bytes throws(FlatGeobufRefusal) in
            try FlatGeobufHeader(Self.memory(bytes, FlatGeobufHeader.startSize, count: size))
        }
        rows = FlatGeobufRows(header, name: feed.file.name, options: options)
        featureCount = header.featureCount
        skipped = header.indexSize
        return FlatGeobufHeader.startSize + size
    }

    private mutating func readFeatures() throws(FlatGeobufRefusal) -> Int {
        guard var rows = rows.take() else { return 0 }
        let (used, isRead) = window.withBytes { bytes in
            var offset = 0
            do throws(FlatGeobufRefusal) {
                while let size = Self.size(in: bytes, at: offset), offset + 4 + size <= bytes.count {
                    try rows.take(Self.memory(bytes, offset + 4, count: size))
                    offset += 4 + size
                }
                return (offset, true)
            } catch {
                return (offset, false)
            }
        }
        self.rows = consume rows
        guard isRead else { throw FlatGeobufRefusal() }
        return used
    }

    private static func size(in bytes: ByteRun, at offset: Int) -> Int? {
        guard offset + 4 <= bytes.count else { return nil }
        let size = memory(bytes, offset, count: 4).loadUnaligned(as: UInt32.self)
        return Int(UInt32(littleEndian: size))
    }

    private static func memory(_ bytes: ByteRun, _ offset: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes.base + offset, count: count)
    }
}
