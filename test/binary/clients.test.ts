import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { executable } from "../harness/processes/build.ts";
import { SLOW_MS } from "../harness/processes/executable.ts";
import { serve } from "../harness/processes/server-process.ts";

test(
  "the executable serves the clients in its manifest, with its own version",
  async () => {
    const served = await serve([executable()]);
    try {
      const { salute } = (await served.command("version")) as { salute: string };
      const response = await fetch(`${served.url}/developers/sdk-manifest.json`);
      const manifest = (await response.json()) as {
        version: string;
        clients: { url: string; sha256: string; version: string }[];
      };
      expect([manifest.version, manifest.clients.length]).toEqual([salute, 2]);
      for (const { url, sha256, version } of manifest.clients) {
        const bytes = await (await fetch(url)).bytes();
        expect([createHash("sha256").update(bytes).digest("hex"), version]).toEqual([sha256, salute]);
      }
      const { releases } = (await (await fetch(`${served.url}/developers/changelog.json`)).json()) as {
        releases: { version: string }[];
      };
      expect(releases.map(({ version }) => version)).toContain(salute);
    } finally {
      await served.stop();
    }
  },
  SLOW_MS,
);
