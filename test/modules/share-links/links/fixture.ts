import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomHex } from "../../../../src/kit/ids.ts";
import { systemRandom } from "../../../../src/kit/random.ts";
import { createOperator } from "../../../../src/modules/access/operators/index.ts";
import type { CallOptions, ReceivedAnswer } from "../../../harness/app/world.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

export const AUDIO = "/api/public/audio-share-links";
export const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari/537.36" };

/** What tests allow beside the site itself. */
export const POLICY = {
  allow: ["music.example", "*.cdn.example", "*.xn--bcher-kva.example", "bad.example"],
  deny: ["bad.example", "old.cdn.example", "*.evil.cdn.example"],
  ports: [8443],
  revision: "test-7",
};

/** A policy file of the test's own, in the system's directory of passing files. */
export function policyFile(policy: unknown): string {
  const path = join(tmpdir(), `salute-test-policy-${randomHex(8, systemRandom)}.json`);
  writeFileSync(path, typeof policy === "string" ? policy : JSON.stringify(policy));
  return path;
}

export interface AudioWorld extends World {
  /** GET of the root with these parameters. */
  build(parameters: Record<string, string>, options?: CallOptions): Promise<ReceivedAnswer>;
  /** A short link's code, made with these parameters. */
  short(parameters?: Record<string, string>): Promise<string>;
  visit(code: string, options?: CallOptions & { method?: string }): Promise<ReceivedAnswer>;
  revoke(short_code: string, reason?: string): Promise<ReceivedAnswer>;
  /** The headers of an operator. */
  operator(role?: "viewer" | "operator"): Promise<Record<string, string>>;
}

const NO_LIMITS = { RATE_LIMIT_PUBLIC_API_PER_MIN: "0", RATE_LIMIT_SHORT_LINKS_PER_MIN: "0" };

export async function createAudioWorld(environment: Record<string, string> = {}): Promise<AudioWorld> {
  const world = await createWorld({
    PUBLIC_BASE_URL: "https://salute.example",
    ...NO_LIMITS,
    ...environment,
  });
  const operators = new Map<string, Record<string, string>>();
  const made: AudioWorld = Object.assign(Object.create(world), {
    build: (parameters: Record<string, string>, options: CallOptions = {}) =>
      world.call("GET", `${AUDIO}?${new URLSearchParams(parameters)}`, options),
    async short(parameters: Record<string, string> = {}) {
      const built = await made.build({ track_url: "/tracks/42", use_short: "1", ...parameters });
      if (built.status !== 200) throw new Error(built.text);
      return built.json.short.code;
    },
    visit: (code: string, { method = "GET", ...options }: CallOptions & { method?: string } = {}) =>
      world.call(method, `/s/audio/${code}`, { ...options, headers: { ...BROWSER, ...options.headers } }),
    async revoke(short_code: string, reason = "a mistake") {
      return world.call("POST", "/admin/ops/audio-share-revocations/revoke", {
        headers: await made.operator("operator"),
        body: { short_code, reason },
      });
    },
    async operator(role: "viewer" | "operator" = "viewer") {
      const known = operators.get(role);
      if (known !== undefined) return known;
      const { token } = await world.services.live.writer.run((tx) =>
        createOperator(
          tx,
          { kind: "command", name: "test" },
          { baseUrl: "http://localhost", name: role, role },
        ),
      );
      const headers = { authorization: `Bearer ${token}` };
      operators.set(role, headers);
      return headers;
    },
  });
  return made;
}
