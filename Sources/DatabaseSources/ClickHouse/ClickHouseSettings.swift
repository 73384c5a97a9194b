import Streams

/// The settings of statements, as far as server and user permit them.
struct ClickHouseSettings: Sendable {
    /// As options of a query: `&name=value`.
    let query: String
    /// What the user's own settings make of answers, a line each.
    let notices: [String]

    /// Before the server has said what it permits.
    static let none = ClickHouseSettings(query: "", notices: [])

    private init(query: String, notices: [String]) {
        self.query = query
        self.notices = notices
    }

    private static let overflows = [
        "read", "result", "group_by", "sort", "distinct", "set", "join", "timeout", "transfer", "read_leaf",
        "timeout_leaf",
    ].map { "\($0)_overflow_mode" }

    /// Settings by which a server answers with a part of the rows.
    private static let cutting =
        ["skip_unavailable_shards", "distributed_group_by_no_merge", "limit", "offset"] + overflows

    private static func wholeValue(_ cutting: String) -> String {
        overflows.contains(cutting) ? "throw" : "0"
    }

    /// Names and the values that we want. A total is never smaller than it is: where a limit is reached or a server does
    /// not answer, the statement fails.
    private static func wanted(_ options: ClickHouseOptions) -> [(name: String, value: String)] {
        return [
            ("max_execution_time", "\(options.statementTimeout.components.seconds)"),
            ("max_result_rows", "\(options.rowLimit)"), ("max_result_bytes", "\(options.byteLimit)"),
            ("max_query_size", "\(16 << 20)"), ("enable_http_compression", "1"),
            ("cancel_http_readonly_queries_on_client_close", "1"),
            ("output_format_json_quote_64bit_integers", "1"),
            ("output_format_json_quote_denormals", "0"), ("count_distinct_implementation", "uniqExact"),
            ("max_rows_to_group_by", "0"), ("extremes", "0"), ("transform_null_in", "0"),
            ("max_ast_elements", "1000000"), ("max_expanded_ast_elements", "2000000"),
        ] + cutting.map { ($0, wholeValue($0)) }
    }

    /// What asks the server for those that it has, with their values for this user.
    static func question(_ options: ClickHouseOptions) -> String {
        let names = (["readonly"] + wanted(options).map(\.name)).map { "'\($0)'" }
        return "SELECT name, value FROM system.settings WHERE name IN (\(names.joined(separator: ", ")))"
    }

    /// - Parameter answer: names and values of the server.
    init(_ answer: [(name: String, value: String)], _ options: ClickHouseOptions) {
        let known = Dictionary(answer.map { ($0.name, $0.value) }) { $1 }
        // 1 permits no settings, 2 all but this one.
        let isReadOnly = known["readonly"] ?? "0"
        var settings: [(name: String, value: String)] = []
        if isReadOnly != "1" {
            settings = Self.wanted(options).filter { known[$0.name] != nil && known[$0.name] != $0.value }
            if isReadOnly == "0", known["readonly"] != nil { settings.append(("readonly", "2")) }
        }
        query = settings.map { "&\($0.name)=\($0.value.percentEncoded())" }.joined()
        // Names and values are the server's.
        notices = Self.cutting.filter { cut in
            isReadOnly == "1" && known[cut].map { $0 != Self.wholeValue(cut) } ?? false
        }.map {
            "the settings of this user may make totals too small, and cannot be changed: "
                + "\($0) is \(printable(known[$0] ?? "", limit: 48)) (expected \(Self.wholeValue($0)))"
        }
    }
}
