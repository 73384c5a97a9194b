/// How much is read at a time.
enum FeedLimit {
    /// Larger documents and objects are refused.
    static let documentBytes = 64 << 20
    /// Longer lines are refused.
    static let lineBytes = 1 << 16
}
