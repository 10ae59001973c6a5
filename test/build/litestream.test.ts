import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { buildLitestream, findLitestream, LITESTREAM_MODULE } from "../../src/build/litestream.ts";
import { scratch } from "../harness/processes/commands.ts";

let place: ReturnType<typeof scratch>;
const { PATH } = process.env;

beforeEach(() => {
  place = scratch();
  process.env.PATH = place.path;
});
afterEach(() => {
  process.env.PATH = PATH;
  place.remove();
});

function install(name: string, script: string): void {
  writeFileSync(place.file(name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`, { mode: 0o755 });
}

/** Stands in for Go: downloads a module with this hash, and builds a program that holds its target. */
function installGo(sum: string): void {
  install(
    "go",
    `if [ "$1" = mod ]; then echo '{"Dir":"/module","Sum":"${sum}"}'; exit; fi
while [ "$1" != -o ]; do shift; done
echo "$GOOS $GOARCH $CGO_ENABLED" > "$2"`,
  );
}

describe("Litestream for a build", () => {
  test.each([
    ["linux-x64-musl", "linux amd64 0"],
    ["darwin-arm64", "darwin arm64 0"],
    ["windows-x64", "windows amd64 0"],
  ])("is built for the target: %s", async (target, built) => {
    installGo(LITESTREAM_MODULE.sum);
    const { path, version } = buildLitestream(target, place.file("out"));
    expect(version).toBe(LITESTREAM_MODULE.version);
    expect((await Bun.file(path).text()).trim()).toBe(built);
  });

  test("is refused if the module's hash is not the pinned one", async () => {
    installGo("h1:other");
    expect(() => buildLitestream("linux-x64", place.path)).toThrow("h1:other");
    expect(await findLitestream("linux-x64", place.path)).toContain("h1:other");
  });

  test("is the installed one without Go, for this machine only", async () => {
    install("litestream", 'if [ "$1" = version ]; then echo v0.5.18; else echo "litestream is a tool"; fi');
    expect(await findLitestream(null, place.path)).toMatchObject({ version: "0.5.18" });
    expect(await findLitestream("linux-arm64", place.path)).toBe("there is no Go on PATH");
  });

  test("is missing without either, and both reasons are named", async () => {
    const reason = await findLitestream(null, place.path);
    expect(reason).toContain("there is no Go on PATH; there is no Litestream");
  });
});
