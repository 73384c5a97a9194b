import MapModel
import Streams

/// The columns that say where a row is by other means than coordinates, counted from 0.
package struct PlaceRoles: Sendable, Equatable {
    /// The name of a town.
    package var town: Int?
    /// The name or code of a region or district.
    package var region: Int?
    /// The name or code of a country.
    package var country: Int?
    /// One text such as "Lyon, Rhône, France".
    package var text: Int?
    /// The code of an airport.
    package var airport: Int?
    /// The code of a cell or square.
    package var code: PlaceCode?
    /// A zone of UTM, an easting and a northing, and what says the side of the equator where the zone does not.
    package var grid: [Int] = []
    /// The letters of the zones in `grid` are bands: S is that of 32° N, not the southern side.
    package var gridHasBands = false
    /// What other tables explain, such as a postcode; the first that knows a row places it.
    package var keys: [PlaceKey] = []
    /// An address of the internet.
    package var address: AddressRole?

    /// Roles without columns.
    package init() {}

    /// The columns of names, each once.
    package var names: [Int] { [country, region, town ?? text].compactMap(\.self) }

    /// All of them, in the order of the table.
    package var columns: [Int] {
        Set(
            names + [airport, code?.column].compactMap(\.self) + grid + keys.flatMap(\.columns)
                + (address?.columns ?? [])
        ).sorted()
    }
}

/// A column with addresses of the internet, counted from 0.
package struct AddressRole: Sendable, Equatable {
    /// The addresses of those who asked.
    package var column: Int
    /// The other end of a flow: used where the first one is not public, since that is one's own.
    package var otherEnd: Int?
    /// What a proxy says of whom it asked for: used where no other address is public.
    package var forwarded: Int?

    /// A column, the one with the other ends, and the one of a proxy.
    package init(column: Int, otherEnd: Int? = nil, forwarded: Int? = nil) {
        (self.column, self.otherEnd, self.forwarded) = (column, otherEnd, forwarded)
    }

    /// All of them, in the order in which they are asked.
    package var columns: [Int] { [column, otherEnd, forwarded].compactMap(\.self) }
}

/// A column with codes of cells or squares.
package struct PlaceCode: Sendable, Equatable {
    /// The column, counted from 0.
    package var column: Int
    /// How they are written.
    package var codes: CodeColumn

    /// A column with its codes.
    package init(column: Int, codes: CodeColumn) { (self.column, self.codes) = (column, codes) }
}

/// Columns with a key of another table.
package struct PlaceKey: Sendable, Equatable {
    /// The columns, counted from 0.
    package var columns: [Int]
    /// Which of the tables that the user named has them, counted from 0.
    package var table: Int
    /// The columns there, in the same order.
    package var tableColumns: [Int]

    /// Columns with those of their table.
    package init(columns: [Int], table: Int, tableColumns: [Int]) {
        (self.columns, self.table, self.tableColumns) = (columns, table, tableColumns)
    }
}

/// The roles of columns that are numbered otherwise in the table: members of objects are columns in the order in which
/// they appear.
package struct NamedPlaceRoles: Sendable, Equatable {
    private let roles: PlaceRoles
    private let names: [String]

    /// Roles of columns with these names.
    package init(_ roles: PlaceRoles, names: [String]) { (self.roles, self.names) = (roles, names) }

    /// Each row is placed by its own address.
    package var areAddresses: Bool { roles.address != nil }

    /// The same columns by their numbers in a table; those that it does not have are left out.
    package func roles(in columnNames: [String]) -> PlaceRoles {
        func number(_ column: Int?) -> Int? { column.flatMap { columnNames.firstIndex(of: names[$0]) } }
        var found = roles
        (found.town, found.region, found.country) = (
            number(roles.town), number(roles.region), number(roles.country)
        )
        (found.text, found.airport) = (number(roles.text), number(roles.airport))
        found.code = roles.code.flatMap { code in
            number(code.column).map { PlaceCode(column: $0, codes: code.codes) }
        }
        let grid = roles.grid.compactMap { number($0) }
        found.grid = grid.count == roles.grid.count ? grid : []
        found.address = roles.address.flatMap { address in
            number(address.column).map {
                AddressRole(
                    column: $0, otherEnd: number(address.otherEnd), forwarded: number(address.forwarded))
            }
        }
        found.keys = roles.keys.compactMap { key in
            let columns = key.columns.compactMap { number($0) }
            guard columns.count == key.columns.count else { return nil }
            return PlaceKey(columns: columns, table: key.table, tableColumns: key.tableColumns)
        }
        return found
    }
}

/// What was found of the columns that say where rows are.
package struct DetectedPlaces: Sendable, Equatable {
    /// The columns.
    package var roles: PlaceRoles
    /// One line for each, for `--columns`.
    package var reasons: [String]
    /// What should be known of the choice: shown to the user.
    package var notices: [String]

    /// Columns, and why they were chosen.
    package init(roles: PlaceRoles, reasons: [String], notices: [String] = []) {
        (self.roles, self.reasons, self.notices) = (roles, reasons, notices)
    }
}

/// Looks for columns that say where rows are, where a table has no coordinates.
///
/// Readers know only this: a row of such a table has the place `unknown` until the finder of places moves it.
package struct PlaceColumnFinder: Sendable, Equatable, CustomStringConvertible {
    /// Finds them by the names of columns and the values of the first records; nil without any.
    package typealias Find =
        @Sendable (_ names: [String], _ hasHeader: Bool, _ sample: ColumnSample) throws(ColumnError) ->
        DetectedPlaces?

    /// All that decides about the columns and the places of rows, in words.
    package let description: String
    /// The user named such columns: they are preferred to coordinates.
    package let isAsked: Bool
    /// Looks for them among the names of columns and the values of the first records.
    package let find: Find

    /// A finder whose description names all of its properties.
    package init(description: String, isAsked: Bool, find: @escaping Find) {
        (self.description, self.isAsked, self.find) = (description, isAsked, find)
    }

    /// Whether both would find the same.
    package static func == (first: PlaceColumnFinder, second: PlaceColumnFinder) -> Bool {
        first.description == second.description
    }
}

extension DetectedColumns {
    /// The columns of names and codes, where there are no coordinates.
    package var placeRoles: PlaceRoles? {
        if case .places(let roles) = coordinates { roles } else { nil }
    }
}
