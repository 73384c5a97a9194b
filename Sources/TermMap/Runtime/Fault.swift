import Platform

#if DEBUG
    import Platform
    import Streams
    import TerminalInput

    /// The ways in which a Swift program dies.
    package enum Fault: String, CaseIterable, Sendable {
        case arrayIndex, nilUnwrap, overflow, divisionByZero, fatalError, precondition, assertion,
            stackOverflow
        case forcedCast, forcedTry, duplicateKey, invertedRange, nullPointer, abort, stringIndex, notANumber
        case deadReference, otherThread, overflowOnALane

        private struct Failure: Error {}
        private final class Thing {}

        /// Runs into the fault that `TERMMAP_FAULT` names when F12 is pressed: the tests do so on the map.
        package static func happenIfAsked(by event: InputEvent) {
            guard event == .key(.function(12)), let name = Environment["TERMMAP_FAULT"] else { return }
            Fault(rawValue: name)?.happen()
        }

        /// Does not return.
        package func happen() {
            // Unknown to the compiler, or it would refuse the line that fails.
            let one = Int(CommandLine.argc)
            let nothing: Int? = one > 0 ? nil : 1
            switch self {
            case .arrayIndex: print([1, 2, 3][one + 5])
            case .nilUnwrap: print(nothing!)
            case .overflow: print(Int.max - 1 + one + one)
            case .divisionByZero: print(7 / (one - one))
            case .fatalError: Swift.fatalError("asked for")
            case .precondition: Swift.precondition(one == 0, "asked for")
            case .assertion: Swift.assert(one == 0, "asked for")
            case .stackOverflow: print(deepen(one))
            case .forcedCast: print((one as Any) as! String)
            case .forcedTry: try! { () throws in if one > 0 { throw Failure() } }()
            case .duplicateKey: print(Dictionary(uniqueKeysWithValues: [(one, 1), (one, 2)]))
            case .invertedRange: print(one..<(one - 1))
            case .nullPointer: UnsafeMutablePointer<Int>(bitPattern: 8 * one)?.pointee = 1
            case .abort: abortProcess()
            case .stringIndex:
                let text = String(repeating: "a", count: one)
                print(text[text.index(text.startIndex, offsetBy: one + 5)])
            case .notANumber: print(Int(Double(one) * .nan))
            case .deadReference:
                unowned let thing = makeThing()
                print(thing)
            case .overflowOnALane:
                Task.detached(executorPreference: Lane()) { print(self.deepen(one)) }
                while true { MonotonicClock.sleep(microseconds: .max) }
            case .otherThread:
                _ = BlockingThread.detach { Swift.fatalError("asked for") }
                while true { MonotonicClock.sleep(microseconds: .max) }
            }
        }

        private func makeThing() -> Thing { Thing() }

        private func deepen(_ depth: Int) -> Int { depth < 0 ? 0 : deepen(depth + 1) + 1 }
    }
#endif
