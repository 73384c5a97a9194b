# Homebrew formula. On macOS the program has not been built yet: see tools/check-portability.sh for what is known.
class Termmap < Formula
  desc "Map of your data in the terminal"
  homepage "https://example.org/termmap"
  url "https://example.org/termmap/archive/1.0.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "zstd"
  uses_from_macos "swift" => :build
  uses_from_macos "expat"
  uses_from_macos "ncurses"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    system "make", "build", "DEPENDENCIES=present", "SWIFT=swift"
    system "make", "install-files", "PREFIX=#{prefix}"
    # Homebrew looks for completions elsewhere.
    bash_completion.install share/"bash-completion/completions/termmap"
    zsh_completion.install share/"zsh/vendor-completions/_termmap"
    fish_completion.install share/"fish/vendor_completions.d/termmap.fish"
  end

  test do
    (testpath/"places.csv").write "name,lat,lon\nLyon,45.76,4.84\n"
    assert_match "Lyon", shell_output("#{bin}/termmap --list places.csv")
  end
end
