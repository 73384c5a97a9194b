import Streams

/// Why there is no answer.
package enum HTTPFault: Error, Equatable {
    case cancelled
    case noLibrary
    /// The server answers a request for a range with everything.
    case noRanges
    /// Other bytes than those that were asked for.
    case wrongRange
    case tooLarge
    /// A redirect leads to another host, which is named.
    case otherHost(String)
    /// A redirect leads to something else than an address of http or https, or out of encryption.
    case forbiddenRedirect
    case tooManyRedirects
    /// The proxy makes no connection to the host: its status.
    case proxy(Int)
    /// Bytes that are not an answer of HTTP.
    case notHTTP
    /// libcurl's code, and that of the TLS library for a certificate.
    case code(Int, Int)

    /// In words, without anything from the address.
    package var words: String {
        switch self {
        case .cancelled: "cancelled"
        case .noLibrary: "servers need libcurl 7.66 or newer (Debian package libcurl4)"
        case .noRanges: "does not support range requests (a server for .pmtiles must)"
        case .wrongRange: "answers with another range than that asked for"
        case .tooLarge: "the answer is too large"
        case .otherHost(let host):
            "redirects to another host, \(printable(host, limit: 100)), which is not followed (use its address)"
        case .forbiddenRedirect:
            "leads to an address that is not allowed (expected https, or http where it is asked for)"
        case .tooManyRedirects: "too many redirects"
        case .proxy(407): "the proxy asks for a password (407)"
        case .proxy(let status): "the proxy refuses the connection (\(status))"
        case .notHTTP: "the answer is not HTTP"
        case .code(let code, let certificate): Self.words(code, certificate)
        }
    }

    /// The host may be asked again later; the same request would not fail for a reason of its own.
    package var isOfHost: Bool {
        switch self {
        case .cancelled, .noLibrary, .noRanges, .wrongRange, .tooLarge, .otherHost, .forbiddenRedirect,
            .tooManyRedirects:
            false
        case .proxy, .notHTTP: true
        case .code(let code, _): ![1, 3, 27, 61, 63].contains(code)
        }
    }

    // CURLcode, https://curl.se/libcurl/c/libcurl-errors.html
    private static func words(_ code: Int, _ certificate: Int) -> String {
        switch code {
        case 3: "not a valid address"
        case 5: "the proxy's name is not known"
        case 6: "no such host, or no network"
        case 7: "not reachable"
        case 16, 18, 55, 56, 92: "the connection was cut off"
        case 27: "not enough memory"
        case 28: "not answering"
        case 35: "no secure connection"
        case 51, 60: certificateWords(certificate)
        case 52: "sent no answer"
        case 61: "the answer is damaged"
        case 77: "the trusted certificates cannot be read (Debian package ca-certificates)"
        case 97: "the proxy refuses the connection"
        default: "the request failed (curl error \(code))"
        }
    }

    /// Codes of OpenSSL's X509_V_ERR. When only the name does not match, libcurl has not set one: 0 or 1.
    private static func certificateWords(_ code: Int) -> String {
        switch code {
        case 0, 1: "the certificate is not valid for this host"
        case 9: "the certificate is not valid yet"
        case 10: "the certificate has expired"
        default: "the certificate is not trusted"
        }
    }
}
