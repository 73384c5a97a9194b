import App
import CellGraphics
import MapModel

/// Answers the queries of `termmap geocode` from the gazetteer that we ship.
package struct Geocoding {
    private let request: GeocodeRequest
    private let answerer: Answerer

    /// What is built once and then asked: only what the request needs.
    private enum Answerer {
        case names(NameGeocoding)
        case places(PlaceLocator)
    }

    package init(_ request: GeocodeRequest, _ gazetteer: Gazetteer) {
        self.request = request
        answerer =
            request.isReverse
            ? .places(PlaceLocator(gazetteer))
            : .names(NameGeocoding(gazetteer, isForLines: request.question == nil && request.limit == 1))
    }

    /// Prints all answers; whether there was one.
    package func run() -> Bool {
        let writer = GeocodeWriter(format: request.format, showsQuery: request.question == nil)
        if let question = request.question {
            let answers = answers(to: question)
            guard !answers.isEmpty else { return false }
            Output.write(writer.header + writer.lines(answers, to: ""))
            return true
        }
        Output.write(writer.header)
        var isAnswered = false
        var lineNumber = 0
        while let line = readLine(strippingNewline: true) {
            lineNumber += 1
            let answers =
                self.question(in: line, lineNumber).map { self.answers(to: $0, mustBeWhole: true) } ?? []
            isAnswered = isAnswered || !answers.isEmpty
            Output.write(writer.lines(answers, to: line))
        }
        return isAnswered
    }

    /// What a line of standard input asks; nil, after a word on standard error, for what is no coordinate.
    private func question(in line: String, _ lineNumber: Int) -> GeocodeRequest.Question? {
        guard request.isReverse else { return .name(line) }
        do throws(CoordinateText.Failure) {
            return .place(try CoordinateText(line).coordinate)
        } catch {
            let message = DisplayText(sanitising: "stdin:\(lineNumber): \(error)", limit: 2000).text
            Output.writeError("termmap: \(message)\n")
            return nil
        }
    }

    /// - Parameter mustBeWhole: prefixes of names do not count: the answers to many lines are not reviewed.
    private func answers(to question: GeocodeRequest.Question, mustBeWhole: Bool = false) -> [GeocodeAnswer] {
        switch (question, answerer) {
        case (.place(let coordinate), .places(let locator)):
            nearest(coordinate, locator)
        case (.name(let text), .names(let names)):
            names.places(named: text, near: request.near, limit: request.limit)
                .filter { !mustBeWhole || $0.kind.isWhole || $0.kind == .similar }.map {
                    GeocodeAnswer(
                        place: names.gazetteer.place($0.id),
                        distanceMeters: distance(to: $0.id, names.gazetteer), match: $0.kind)
                }
        default: []
        }
    }

    /// The nearest places of the region and country around a coordinate, and the name of the sea it lies in.
    private func nearest(_ coordinate: Coordinate, _ locator: PlaceLocator) -> [GeocodeAnswer] {
        let sea = locator.seaName(at: coordinate)
        return locator.nearestInArea(to: coordinate, count: request.limit).map {
            GeocodeAnswer(
                place: locator.gazetteer.place($0.id), distanceMeters: $0.distanceMeters, sea: sea ?? "")
        }
    }

    /// From where places are preferred; nil without that.
    private func distance(to id: PlaceID, _ gazetteer: Gazetteer) -> Double? {
        request.near.map { GreatCircle.distance(from: $0, to: gazetteer.coordinate(of: id)) }
    }
}
