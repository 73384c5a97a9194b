import Testing

@testable import MapSources

struct PostgreSQLAddressTests {
    @Test(arguments: [
        ("postgresql://me:pw@host:5433/db", "postgresql://me@host:5433/db"),
        ("postgres://host", "postgresql://host"),
        ("postgresql://me@/db?host=/run/pg&password=pw", "postgresql://me@/run/pg/db"),
        ("host=h dbname=d password=pw user=u", "postgresql://u@h/d"),
        ("service=places", "postgresql://places"),
    ])
    func theNameHasEverythingButThePassword(url: String, name: String) throws {
        #expect(try PostgreSQLAddress(url).name == name)
    }

    @Test func theTextIsHiddenFromPrinting() throws {
        let address = try PostgreSQLAddress("postgresql://me:secret@host/db")
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("secret") && !"\(address)".contains("secret"))
        #expect(!String(reflecting: address).contains("secret"))
    }

    @Test func passwordsAreTakenOutOfText() {
        let stripper = PasswordStripper("a/b c")
        #expect(stripper.stripped("x a/b c y a%2Fb%20c a%2fb%20c") == "x *** y *** ***")
        #expect(PasswordStripper("ab").stripped("able") == "able")
    }
}

struct SQLStatementTests {
    @Test func namesAreQuotedByDoubling() {
        #expect(SQLStatement.quoted("a\"b; --") == "\"a\"\"b; --\"")
        #expect(SQLStatement.array(["a\"b", nil, "c\\d", ""]) == #"{"a\"b",NULL,"c\\d",""}"#)
    }

    @Test func aNumberIsBoundOnce() {
        var statement = SQLStatement()
        #expect(statement.bind("1.5", as: "numeric") == "$1::numeric")
        #expect(statement.bind(1.5) == "$2::float8")
        #expect(statement.bind(1.5) == "$2::float8")
        #expect(statement.values == ["1.5", "1.5"])
    }
}
