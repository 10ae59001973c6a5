import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { debianPackage } from "../../release/debian-package.ts";
import { homebrewFormula } from "../../release/homebrew-formula.ts";
import { buildProvenance } from "../../release/provenance.ts";
import { LITESTREAM_MODULE } from "../../src/build/litestream.ts";
import { scratch } from "../harness/processes/commands.ts";
import { missingPrograms } from "../harness/processes/programs.ts";

const AT = Date.UTC(2026, 10, 27);
let place: ReturnType<typeof scratch>;

beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

function run(...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words);
  expect([words[0], exitCode, stderr.toString()]).toEqual([words[0], 0, ""]);
  return stdout.toString();
}

describe.skipIf(missingPrograms(["dpkg-deb"], "Debian packages").length > 0)("the Debian package", () => {
  const made = () =>
    debianPackage({ version: "1.2.3", architecture: "arm64", executable: Buffer.from("program"), at: AT });

  test("is read by Debian's tools: control data, scripts, and a conffile for the settings", async () => {
    writeFileSync(place.file("salute.deb"), await made());
    const field = (name: string) => run("dpkg-deb", "--field", place.file("salute.deb"), name).trim();
    expect([field("Package"), field("Version"), field("Architecture")]).toEqual(["salute", "1.2.3", "arm64"]);
    run("dpkg-deb", "--raw-extract", place.file("salute.deb"), place.file("tree"));
    const read = (name: string) => readFileSync(place.file(`tree/${name}`), "utf8");
    const modeOf = (name: string) => statSync(place.file(`tree/${name}`)).mode & 0o777;
    expect(read("usr/bin/salute")).toBe("program");
    expect(read("DEBIAN/conffiles")).toBe("/etc/salute/salute.env\n");
    expect(["usr/bin/salute", "etc/salute", "etc/salute/salute.env"].map(modeOf)).toEqual([
      0o755, 0o700, 0o600,
    ]);
    for (const unit of ["salute", "salute-standby"])
      expect(read(`usr/lib/systemd/system/${unit}.service`)).toContain("\nExecStart=/usr/bin/salute ");
    for (const script of ["postinst", "prerm", "postrm"])
      run("sh", "-n", place.file(`tree/DEBIAN/${script}`));
    expect(run("sh", "-c", `cd ${place.file("tree")} && md5sum --check --quiet DEBIAN/md5sums`)).toBe("");
  });

  test("the same contents make the same bytes", async () => {
    expect(Bun.hash(await made())).toBe(Bun.hash(await made()));
  });
});

describe("a formula and a provenance statement", () => {
  const artifact = (file: string) => ({ file, sha256: "ab".repeat(32), bytes: 1 });
  const artifacts = [
    artifact("salute-1.2.3-darwin-arm64.tar.zst"),
    artifact("salute-1.2.3-linux-x64.tar.zst"),
  ];

  test("the formula installs the archives that were built, by hash", () => {
    const formula = homebrewFormula("1.2.3", "https://example.com/v1.2.3", artifacts);
    expect(formula.match(/url "(.*)"/g)).toEqual([
      'url "https://example.com/v1.2.3/salute-1.2.3-darwin-arm64.tar.zst"',
      'url "https://example.com/v1.2.3/salute-1.2.3-linux-x64.tar.zst"',
    ]);
    expect(formula.match(/^ *(?:\w+ do)$/gm)?.length).toBe(6);
    expect(formula.match(/\bdo$/gm)?.length).toBe((formula.match(/^ *end$/gm)?.length ?? 0) - 1 - 1);
  });

  test("the statement names each file by hash, the commit, Bun, Go and Litestream", () => {
    const statement = buildProvenance(artifacts, {
      version: "1.2.3",
      source: { commit: `${"c".repeat(40)}+changes`, at: AT },
      targets: ["linux-x64"],
      bunVersion: "1.4.5",
      goVersion: "go1.26.8",
      builder: "urn:test",
    });
    expect(statement).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://slsa.dev/provenance/v1",
      subject: artifacts.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
      predicate: {
        buildDefinition: {
          resolvedDependencies: [
            { digest: { gitCommit: "c".repeat(40) }, annotations: { changed: true } },
            { uri: "pkg:generic/bun@1.4.5" },
            { uri: "pkg:generic/go@1.26.8" },
            { uri: `pkg:golang/${LITESTREAM_MODULE.path}@v${LITESTREAM_MODULE.version}` },
          ],
        },
      },
    });
  });
});
