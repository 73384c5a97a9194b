import MapModel
import MapSources

/// The questions to a database server, without any threads: each call asks and returns the action to post, nil when it
/// was cancelled.
struct ServerWork: Sendable {
    let source: any ViewportSource

    private static let matchLimit = 1_000

    func open() -> Action? {
        do throws(SourceError) {
            return .serverOpened(try source.open(isCancelled: { Task.isCancelled }))
        } catch .cancelled {
            return nil
        } catch {
            return .loadingFailed(error.description)
        }
    }

    func view(_ question: ViewportQuestion, ticket: Int) -> Action? {
        do throws(SourceError) {
            return .viewAnswered(
                try source.answer(question, isCancelled: { Task.isCancelled }), ticket: ticket)
        } catch .cancelled {
            return nil
        } catch {
            return .viewFailed(error.words, ticket: ticket)
        }
    }

    func near(_ question: NearbyQuestion) -> Action? {
        do throws(SourceError) {
            return .nearAnswered(try source.near(question, isCancelled: { Task.isCancelled }), question)
        } catch .cancelled {
            return nil
        } catch {
            return .nearFailed(error.words, question)
        }
    }

    func matches(_ text: String, ticket: Int) -> Action? {
        do throws(SourceError) {
            let answer = try source.matches(
                text, limit: Self.matchLimit, isCancelled: { Task.isCancelled })
            return .rowsMatched(answer, ticket: ticket)
        } catch .cancelled {
            return nil
        } catch {
            return .matchFailed(error.words, ticket: ticket)
        }
    }
}
