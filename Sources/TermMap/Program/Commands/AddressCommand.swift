import Addresses
import App
import ArgumentParser
import Platform
import Runtime
import Streams

/// `termmap ip`: where addresses of the internet are.
struct AddressCommand: ParsableCommand {
    static let name = "ip"

    static let configuration = CommandConfiguration(
        commandName: "termmap ip", abstract: "Find where IP addresses are, using a database.",
        discussion: """
            Prints tab-separated text with a header line, or one JSON object per line: one line for each address, in the given \
            order. With -, each line of standard input is an address and is answered at once. Only public addresses have a \
            place; kind is private, loopback, link-local, shared, multicast, documentation, reserved or unspecified for \
            others, and invalid for what is no address.

            Databases are files in the MMDB format of cities, countries and networks. Without --geoip, the newest of each kind \
            in ~/.local/share/termmap, /var/lib/GeoIP, /usr/share/GeoIP and /usr/local/share/GeoIP is used. Nothing is \
            downloaded, no name is resolved. To open a file called ip, run termmap ./ip.

            Exit status: 0 an address has a place, or addresses were read with -; 1 none has; 2 no database, damaged database or usage error.
            """)

    @Argument(help: "Addresses, IPv4 or IPv6. - for standard input.")
    var addresses: [String] = []
    @Option(
        help: ArgumentHelp(
            "Database of addresses; may be given several times, as for cities and networks.",
            valueName: "file"), completion: .file())
    var geoip: [String] = []
    @Flag(help: "Print one JSON object per line.")
    var json = false
    @OptionGroup(title: "Lock") var lock: LockFlags

    func report() throws(UsageError) {
        guard !addresses.isEmpty else { throw UsageError("ip: no address (expected addresses or -)") }
        let isInput = addresses == ["-"]
        if !isInput, addresses.contains("-") { throw UsageError("ip takes addresses or -, not both") }
        var policy = LockPolicy()
        let geoip = geoip.isEmpty ? try Configuration.databasesOfAddresses() : geoip
        policy.files.formUnion(geoip)
        if geoip.isEmpty { policy.folders.formUnion(AddressFolders().paths) }
        try lock.enter(policy)
        var writer = AddressWriter(try finder(geoip), isJSON: json)
        Output.write(writer.header)
        if isInput {
            while let line = readLine(strippingNewline: true) { _ = Self.write(line, &writer) }
            return
        }
        var isPlaced = false
        for address in addresses where Self.write(address, &writer) { isPlaced = true }
        if !isPlaced { (writer.isDamaged ? ExitCode.usage : .nothing).end() }
    }

    /// Prints the line about an address; whether it has a place.
    private static func write(_ address: String, _ writer: inout AddressWriter) -> Bool {
        let line = writer.line(address)
        Output.write(line.text)
        if let fault = line.fault { Output.report(["\(fault)"]) }
        return line.isPlaced
    }

    private func finder(_ geoip: [String]) throws(UsageError) -> AddressFinder {
        guard geoip.isEmpty else { return try AddressFolders.finder(geoip) }
        let folders = AddressFolders()
        let found = try AddressFolders.newest(of: folders.files)
        guard !found.finder.databases.isEmpty else {
            throw UsageError("no database of addresses: --geoip FILE, or put one into \(folders.place)")
        }
        if !found.notices.isEmpty { Output.report(found.notices) }
        return found.finder
    }
}
