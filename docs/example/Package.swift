// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Clusters",
    // Outside this repository: .package(url: "…/termmap", from: "1.0.0")
    dependencies: [.package(name: "termmap", path: "../..")],
    targets: [
        .executableTarget(name: "Clusters", dependencies: [.product(name: "MapModel", package: "termmap")])
    ])
