import MapModel
import TestSupport
import Testing

@testable import App
@testable import DataSets
@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import StoryTestSupport

/// A row a day from 1 January 2025, and one more two months after the last.
struct DaysStory {
    let file: TemporaryFile
    let dataSet: LoadedDataSet
    var story: Story

    init(_ count: Int = 60, columns: Int = 80) throws {
        var text = "id,lat,lon,seen\n"
        for day in 0...count {
            let date = UTCInstant.date(
                daysSince1970: UTCInstant.daysSince1970(year: 2025, month: 1, day: 1)
                    + (day == count ? count + 60 : day))
            text += "\(day),\(day % 50),\(day % 70),"
            text += "\(date.year)-\(date.month < 10 ? "0" : "")\(date.month)-"
            text += "\(date.day < 10 ? "0" : "")\(date.day)T12:00:00Z\n"
        }
        file = try TemporaryFile(Array(text.utf8), extension: "csv")
        dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        let data = try dataSet.read(isCancelled: { false }, progress: { _ in })
        story = Story(AppState(columns: columns, rows: 30, filePath: "days.csv", appearance: .plain))
        story.apply(.data(.success(data)))
        story.state.screen.message = nil
    }

    /// Types keys, one after the other, and answers what they ask.
    mutating func play(_ keys: String...) throws {
        for key in keys {
            story.play(key)
            try answer()
        }
    }

    mutating func answer(at now: Duration = .zero) throws {
        let query = story.state.data.query
        guard query != story.state.data.answeredQuery else { return }
        let rows = try #require(try dataSet.choose(query, isCancelled: { false }, progress: { _ in }))
        story.apply(.rows(.success(.known(rows)), of: query), at: now)
    }

    var band: TimeBand? { story.state.map.band }
    var rows: Int { story.state.data.tree.count }
    /// The window in days since 1 January 2025.
    var days: [Int] {
        guard let window = band?.window else { return [] }
        return [window.lowerBound, window.upperBound].map { Int(($0 - 1_735_689_600_000) / 86_400_000) }
    }
}
