import MapModel
import Rows
import Streams

/// The questions to a database server, without any threads: each call asks and returns the answer or a failure.
struct ServerWork: Sendable {
    let source: any ViewportSource

    private static let matchLimit = 1_000

    func open() throws(CancellationError) -> Action {
        do throws(SourceError) {
            return .serverOpened(try source.open(isCancelled: { Task.isCancelled }))
        } catch {
            return .loadingFailed(try error.wordsUnlessCancelled())
        }
    }

    func view(_ question: ViewportQuestion, ticket: Int) throws(CancellationError) -> Action {
        do throws(SourceError) {
            return .viewAnswered(
                try source.answer(question, isCancelled: { Task.isCancelled }), ticket: ticket)
        } catch {
            return .viewFailed(try error.wordsUnlessCancelled(), ticket: ticket)
        }
    }

    func near(_ question: NearbyQuestion) throws(CancellationError) -> Action {
        do throws(SourceError) {
            return .nearAnswered(try source.near(question, isCancelled: { Task.isCancelled }), question)
        } catch {
            return .nearFailed(try error.wordsUnlessCancelled(), question)
        }
    }

    func matches(_ text: String, ticket: Int) throws(CancellationError) -> Action {
        do throws(SourceError) {
            let answer = try source.matches(
                text, limit: Self.matchLimit, isCancelled: { Task.isCancelled })
            return .rowsMatched(answer, ticket: ticket)
        } catch {
            return .matchFailed(try error.wordsUnlessCancelled(), ticket: ticket)
        }
    }
}
