import { afterEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { startBackground } from "../../../../src/compose/background.ts";
import { ConfigError } from "../../../../src/compose/config.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import {
  BUILT_IN_POLICY,
  PolicyError,
  parsePolicy,
} from "../../../../src/modules/share-links/links/policy.ts";
import { AUDIO, createAudioWorld, POLICY, policyFile } from "./fixture.ts";

describe("a policy file", () => {
  test("takes what it leaves out from the built-in policy", () => {
    expect(parsePolicy('{"allow": ["music.example"], "revision": 3}')).toEqual({
      ...BUILT_IN_POLICY,
      allow: ["music.example"],
      revision: "3",
      source: "file",
    });
  });

  test("without a revision is named by its content", () => {
    const [one, same, other] = [
      '{"allow":["a.example"]}',
      '{ "allow": ["a.example"] }',
      '{"allow":["b.example"]}',
    ].map((text) => parsePolicy(text).revision);
    expect(one).toMatch(/^[0-9a-f]{12}$/);
    expect([same === one, other === one]).toEqual([true, false]);
  });

  test.each([
    ["{", "is not valid JSON"],
    ["[]", "must hold a JSON object"],
    ['{"alow": []}', "alow"],
    ['{"allow": "music.example"}', "not a list"],
    ['{"allow": ["*"]}', "allow[0]"],
    ['{"allow": ["https://music.example"]}', "allow[0]"],
    ['{"allow": ["music.example/x"]}', "allow[0]"],
    ['{"allow": ["music.example:443"]}', "allow[0]"],
    ['{"allow": ["Music.example"]}', "write it as music.example"],
    ['{"allow": ["*.bücher.example"]}', "write it as *.xn--bcher-kva.example"],
    ['{"deny": [1]}', "deny[0]"],
    ['{"schemes": ["ftp"]}', "schemes[0]"],
    ['{"ports": [0]}', "ports[0]"],
    ['{"max_length": 4}', "max_length"],
    ['{"revision": ""}', "revision"],
  ])("%s is refused, in words", (text, words) => {
    expect(() => parsePolicy(text)).toThrow(PolicyError);
    expect(() => parsePolicy(text)).toThrow(words);
  });
});

describe("AUDIO_SHARE_POLICY_FILE", () => {
  const files: string[] = [];
  const file = (policy: unknown) => {
    files.push(policyFile(policy));
    return files.at(-1) ?? "";
  };
  afterEach(() => {
    for (const path of files.splice(0)) rmSync(path, { force: true });
  });

  test("missing or malformed stops the start, naming variable and file", async () => {
    for (const path of ["/nowhere/policy.json", file("{")]) {
      const start = createAudioWorld({ AUDIO_SHARE_POLICY_FILE: path });
      await expect(start).rejects.toThrow(ConfigError);
      await expect(start).rejects.toThrow(`AUDIO_SHARE_POLICY_FILE: ${path}`);
    }
  });

  test("decides what is built, and is published", async () => {
    const world = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: file(POLICY) });
    expect((await world.build({ track_url: "https://a.cdn.example/x" })).json.destination.url).toBe(
      "https://a.cdn.example/x",
    );
    const { json } = await world.call("GET", `${AUDIO}/policy.json`);
    expect(json).toMatchObject({
      revision: "test-7",
      source: "file",
      site_origin: "https://salute.example",
      allow: POLICY.allow,
      deny: POLICY.deny,
      ports: [8443],
      schemes: ["https"],
      max_length: 2048,
    });
    await world.close();
  });

  test("a server that starts with another policy says so in the audit trail, once", async () => {
    const world = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: file(POLICY) });
    for (let i = 0; i < 2; i++) {
      const background = startBackground(world.services);
      await world.services.live.writer.run(() => null);
      await background.stop(0);
    }
    const noted = listAudit(world.services.live.read, 50).filter(
      ({ action }) => action === "audio_share_policy.change",
    );
    expect(noted.map(({ details }) => details)).toEqual([{ before: null, after: "test-7" }]);
    await world.close();
  });
});

test("AUDIO_SITE_BASE_URL is where paths lead and what is always allowed", async () => {
  const world = await createAudioWorld({ AUDIO_SITE_BASE_URL: "https://band.example" });
  const { json } = await world.build({ track_url: "/tracks/1", use_short: "1" });
  expect(json.destination.url).toBe("https://band.example/tracks/1");
  expect(json.short.short_url).toStartWith("https://salute.example/s/audio/");
  expect((await world.build({ track_url: "https://salute.example/x" })).json.error).toBe(
    "destination_host_denied",
  );
  await world.close();
});
