import type { Artifact } from "./provenance.ts";

/** Targets of Homebrew: its words for system and processor. */
const TARGETS = {
  on_macos: { on_arm: "darwin-arm64", on_intel: "darwin-x64" },
  on_linux: { on_arm: "linux-arm64", on_intel: "linux-x64" },
};

/** A Homebrew formula that installs the archives at an address; targets that were not built are left out. */
export function homebrewFormula(version: string, url: string, archives: readonly Artifact[]): string {
  const blocks = Object.entries(TARGETS).map(([system, processors]) => {
    const inner = Object.entries(processors).flatMap(([processor, target]) => {
      const found = archives.find(({ file }) => file === `salute-${version}-${target}.tar.zst`);
      if (found === undefined) return [];
      return `    ${processor} do\n      url "${url}/${found.file}"\n      sha256 "${found.sha256}"\n    end`;
    });
    return inner.length === 0 ? "" : `\n  ${system} do\n${inner.join("\n")}\n  end\n`;
  });
  return `class Salute < Formula
  desc "Back office of a crypto-token project in one executable"
  homepage "${url}"
  version "${version}"
  license "Apache-2.0"
${blocks.join("")}
  def install
    bin.install "salute"
  end

  service do
    run [opt_bin/"salute", "serve", "--data", var/"salute"]
    keep_alive true
    log_path var/"log/salute.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/salute version")
  end
end
`;
}
