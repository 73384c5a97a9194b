# For nixpkgs: pkgs.callPackage ./termmap.nix { }. Needs Swift 6.2 there.
{ lib, swiftPackages, fetchurl, fetchFromGitHub, expat, ncurses, sqlite, zlib, zstd }:

swiftPackages.stdenv.mkDerivation rec {
  pname = "termmap";
  version = "1.0.0";

  src = fetchurl {
    url = "https://example.org/termmap/archive/${version}.tar.gz";
    hash = lib.fakeHash;
  };

  # The only dependency that SwiftPM would download.
  argumentParser = fetchFromGitHub {
    owner = "apple";
    repo = "swift-argument-parser";
    rev = "1.8.2";
    hash = lib.fakeHash;
  };

  nativeBuildInputs = [ swiftPackages.swift swiftPackages.swiftpm ];
  buildInputs = [ expat ncurses sqlite zlib zstd ];

  postPatch = ''
    cp -R ${argumentParser} swift-argument-parser
    chmod -R u+w swift-argument-parser
    substituteInPlace Package.swift --replace-fail \
      '.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")' \
      '.package(path: "swift-argument-parser")'
  '';

  # What the build needs is declared above; no package manager is asked.
  DEPENDENCIES = "present";
  buildPhase = "make build";
  installPhase = "make install-files PREFIX=$out";

  meta = {
    description = "Map of your data in the terminal";
    homepage = "https://example.org/termmap";
    license = lib.licenses.mit;
    platforms = lib.platforms.linux;
    mainProgram = "termmap";
  };
}
