import Network
import Testing

@testable import DatabaseSources
@testable import Streams

struct PostgreSQLAddressTests {
    @Test(arguments: [
        ("postgresql://me:pw@host:5433/db", "postgresql://me@host:5433/db"),
        ("postgres://host", "postgresql://host"),
        ("postgresql://me@/db?host=/run/pg&password=pw", "postgresql://me@/run/pg/db"),
        ("host=h dbname=d password=pw user=u", "postgresql://u@h/d"),
        ("service=places", "postgresql://places"),
        ("POSTGRESQL://me:pw@host/db", "postgresql://me@host/db"),
        ("Postgres://host/db?password=pw", "postgresql://host/db"),
        ("pgsql://me:p%77@host/db", "postgresql://me@host/db"),
    ])
    func theNameHasEverythingButThePassword(url: String, name: String) throws {
        #expect(try PostgreSQLAddress(url).name == name)
    }

    @Test(arguments: [
        ("postgresql://h/db?connect_timeout=12", 12), ("host=h connect_timeout=1", 1),
        ("postgresql://h?connect_timeout=0", nil), ("postgresql://h?connect_timeout=x", nil),
        ("postgresql://h", nil),
    ])
    func theAddressMayHaveATimeoutForConnecting(url: String, seconds: Int?) throws {
        #expect(try PostgreSQLAddress(url).connectTimeout == seconds.map { .seconds($0) })
    }

    @Test(arguments: [
        ("postgresql://h", true), ("POSTGRES://h", true), ("pgsql://h", true), ("host=h password='x", true),
        ("  PASSWORD = x", true), ("mysql://u:secret@h/db", true), ("postgresql+asyncpg://u:secret@h", true),
        ("places.csv", false), ("a=b.csv", false), ("https://example.org/a.csv", false), ("", false),
        ("year=2024/host.csv", false),
    ])
    func addressesAreKnownHoweverTheyAreWritten(text: String, isAddress: Bool) {
        #expect(PostgreSQLEngine.isAddress(text) == isAddress)
    }

    @Test(arguments: [
        ("postgresql://me:secret@host/db", "postgresql://me:******@host/db"),
        ("--x=POSTGRES://me:se@cr:t@h", "--x=POSTGRES://me:*******@h"),
        ("postgresql://me@host:5432/db", "postgresql://me@host:5432/db"),
        ("postgresql://host:5432/db?sslmode=require", "postgresql://host:5432/db?sslmode=require"),
        ("postgresql://h/db?user=me&password=secret&x=1", "postgresql://h/db?user=me&password=******&x=1"),
        ("postgresql://h/db?p%61ssword=secret", "postgresql://h/db?p%61ssword=******"),
        ("postgresql://me:secret", "postgresql://me:******"),
        ("host=h PassWord = 'se cret' user=me", "host=h PassWord =******************"),
        ("host=h sslpassword=x", "host=h sslpassword=*"),
        ("pass.csv", "pass.csv"), ("password", "password"), ("", ""), ("://", "://"), ("a://:@", "a://:@"),
    ])
    func passwordsAreFoundInArguments(text: String, hidden: String) {
        var bytes = Array(text.utf8)
        for range in AddressSecrets.ranges(in: bytes) {
            for index in range { bytes[index] = UInt8(ascii: "*") }
        }
        #expect(String(decoding: bytes, as: UTF8.self) == hidden)
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

    @Test(arguments: [
        ("it's", "E'it''s'"), (#"back\'slash"#, #"E'back\\''slash'"#), ("two\nlines", "E'two\nlines'"),
        ("up to\0 here", "E'up to'"), ("", "E''"),
    ])
    func aTextIsALiteralWhateverItHas(text: String, literal: String) {
        #expect(PostgreSQLDialect().literal(text) == literal)
    }

    @Test func aNumberIsReadAsADouble() {
        #expect(PostgreSQLDialect().literal(-1.5e-7) == "-1.5e-07::float8")
    }
}
