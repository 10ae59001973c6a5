import { describe, expect, test } from "bun:test";
import { parsePolicy } from "../../../../src/modules/share-links/links/policy.ts";
import {
  decide,
  Recheck,
  RULES,
  type Rule,
  type SiteAddresses,
} from "../../../../src/modules/share-links/links/rules.ts";
import { chooseSeed, seededRandom } from "../../../harness/simulation/random.ts";
import { POLICY } from "./fixture.ts";

const policy = parsePolicy(JSON.stringify(POLICY));
const ground: SiteAddresses = { site: new URL("https://site.example"), short: new URL("https://s.example") };
const ruleOf = (text: string): Rule | null => {
  const decision = decide(text, policy, ground);
  return decision.allowed ? null : decision.rule;
};
const emitted = (text: string): string | null => {
  const decision = decide(text, policy, ground);
  return decision.allowed ? decision.url : null;
};

/** The eleven points of the destination list, each with what it refuses and what it lets through. */
const POINTS: Record<string, { refused: [string, Rule][]; allowed: [string, string][] }> = {
  "1 scheme: https alone": {
    refused: [
      ["javascript:alert(1)", "scheme"],
      ["JavaScript:alert(1)", "scheme"],
      ["data:text/html,x", "scheme"],
      ["file:///etc/passwd", "scheme"],
      ["blob:https://music.example/1", "scheme"],
      ["mailto:a@music.example", "scheme"],
      ["ftp://music.example/", "scheme"],
      ["music.example:443/x", "scheme"],
      ["http://music.example/", "scheme"],
    ],
    allowed: [["HTTPS://music.example/", "https://music.example/"]],
  },
  "2 site-relative: one slash, and nothing that a parser would mend": {
    refused: [
      ["//music.example/x", "relative"],
      ["/\\music.example", "relative"],
      ["\\\\music.example", "relative"],
      ["/%5cmusic.example", "relative"],
      ["/%5Cmusic.example", "relative"],
      ["/%2fmusic.example", "relative"],
      ["https:music.example", "relative"],
      ["https:/music.example", "relative"],
      ["https:///music.example", "relative"],
      ["https:\\\\music.example", "relative"],
      ["https://music.example\\@evil.example", "relative"],
      ["tracks/1", "relative"],
      ["../tracks", "relative"],
      ["?x=1", "relative"],
      ["", "relative"],
      ["https://", "relative"],
      ["https://a b/", "relative"],
      ["https://music.example:port/", "relative"],
      ["https://music.example:/", "relative"],
      ["https://music.example:0443/", "relative"],
      ["https://site.example:/x", "relative"],
      ["/\t/music.example", "control_char"],
      ["/\n/music.example", "control_char"],
      ["ht\ntps://music.example", "control_char"],
      [" /tracks", "control_char"],
      [" https://music.example", "control_char"],
      ["https://music.example ", "control_char"],
      ["https://music.example/\u202efdp.exe", "control_char"],
      ["https://music.example/\u0000", "control_char"],
      ["https://music.example/\ud800", "control_char"],
    ],
    allowed: [
      ["/tracks/42", "https://site.example/tracks/42"],
      ["/", "https://site.example/"],
      ["/a b?c=d#e", "https://site.example/a%20b?c=d#e"],
      ["/tracks//42", "https://site.example/tracks//42"],
      ["/a/../b", "https://site.example/b"],
      ["/tracks/https://evil.example", "https://site.example/tracks/https://evil.example"],
    ],
  },
  "3 no user name or password": {
    refused: [
      ["https://music.example@evil.example/", "userinfo"],
      ["https://user:word@music.example/", "userinfo"],
      ["https://user@site.example/", "userinfo"],
      ["https://@music.example/", "userinfo"],
      ["https://:@music.example/", "userinfo"],
    ],
    allowed: [["https://music.example/@user", "https://music.example/@user"]],
  },
  "4 host: lower case, no dot at its end, whole labels": {
    refused: [
      ["https://evilmusic.example/", "not_in_allowlist"],
      ["https://music.example.evil/", "not_in_allowlist"],
      ["https://cdn.example/", "not_in_allowlist"],
      ["https://evilcdn.example/", "not_in_allowlist"],
      ["https://music.example../", "relative"],
      ["https://..music.example/", "relative"],
      ["https://music.example%2eevil.example/", "not_in_allowlist"],
    ],
    allowed: [
      ["https://MUSIC.example./x", "https://music.example/x"],
      ["https://a.cdn.example/", "https://a.cdn.example/"],
      ["https://a.b.cdn.example/", "https://a.b.cdn.example/"],
    ],
  },
  "5 internationalised hosts only by their xn-- form": {
    refused: [
      ["https://bücher.example/", "idn"],
      ["https://xn--bcher-kva.example/", "idn"],
      ["https://xn--80ak6aa92e.cdn.example/", "idn"],
      ["https://müsic.cdn.example/", "idn"],
    ],
    allowed: [["https://shop.bücher.example/", "https://shop.xn--bcher-kva.example/"]],
  },
  "6 no IP address in any spelling, no private name": {
    refused: [
      ["https://127.0.0.1/", "ip_literal"],
      ["https://2130706433/", "ip_literal"],
      ["https://0x7f.1/", "ip_literal"],
      ["https://0177.0.0.1/", "ip_literal"],
      ["https://8.8.8.8/", "ip_literal"],
      ["https://[::1]/", "ip_literal"],
      ["https://[::ffff:127.0.0.1]/", "ip_literal"],
      ["https://[fd00::1]/", "ip_literal"],
      ["https://169.254.169.254/", "ip_literal"],
      ["https://localhost/", "ip_literal"],
      ["https://app.localhost/", "ip_literal"],
      ["https://printer.local/", "ip_literal"],
      ["https://db.internal/", "ip_literal"],
      ["https://intranet/", "ip_literal"],
      ["https://①②⑦.⓪.⓪.①/", "ip_literal"],
    ],
    allowed: [],
  },
  "7 ports: the scheme's own or listed": {
    refused: [
      ["https://music.example:80/", "port"],
      ["https://music.example:22/", "port"],
      ["https://music.example:0/", "port"],
      ["https://site.example:8444/", "port"],
    ],
    allowed: [
      ["https://music.example:443/", "https://music.example/"],
      ["https://music.example:8443/", "https://music.example:8443/"],
    ],
  },
  "8 length, and nothing decoded twice": {
    refused: [
      [`/${"a".repeat(2048)}`, "length"],
      [`/${"ä".repeat(400)}`, "length"],
    ],
    allowed: [
      ["/%252fevil.example", "https://site.example/%252fevil.example"],
      ["https://music.example/%255c", "https://music.example/%255c"],
    ],
  },
  "9 deny beats allow, and the answer names the rule": {
    refused: [
      ["https://bad.example/", "deny_exact"],
      ["https://old.cdn.example/", "deny_exact"],
      ["https://x.evil.cdn.example/", "deny_suffix"],
      ["https://nowhere.example/", "not_in_allowlist"],
    ],
    allowed: [["https://evil.cdn.example/", "https://evil.cdn.example/"]],
  },
  "10 a short link of others is a destination like any other": {
    refused: [["https://bit.ly/abc", "not_in_allowlist"]],
    allowed: [],
  },
  "11 no loop through ourselves": {
    refused: [
      ["https://s.example/s/audio/abc", "loop"],
      ["https://S.example./s/audio/abc", "loop"],
      ["https://s.example/%73/audio/abc", "loop"],
      ["https://s.example/x/../s/audio/abc", "loop"],
    ],
    allowed: [["/s/audio/abc", "https://site.example/s/audio/abc"]],
  },
};

describe.each(Object.entries(POINTS))("%s", (_, { refused, allowed }) => {
  for (const [text, rule] of refused)
    test(`${JSON.stringify(text.slice(0, 60))} breaks ${rule}`, () => expect(ruleOf(text)).toBe(rule));
  for (const [text, url] of allowed)
    test(`${JSON.stringify(text)} is emitted as ${url}`, () => expect(emitted(text)).toBe(url));
});

describe("the site's own origin", () => {
  const own: SiteAddresses = {
    site: new URL("http://127.0.0.1:8080"),
    short: new URL("http://127.0.0.1:8080"),
  };
  const closed = parsePolicy('{"deny": ["site.example"]}');

  test("is allowed before scheme, port, address and deny", () => {
    expect(decide("/x", closed, own)).toMatchObject({ allowed: true, url: "http://127.0.0.1:8080/x" });
    expect(decide("http://127.0.0.1:8080/x", closed, own).allowed).toBe(true);
    expect(decide("/x", closed, ground).allowed).toBe(true);
  });

  test("is that origin exactly: another scheme or port is another", () => {
    expect(decide("https://127.0.0.1:8080/x", closed, own)).toMatchObject({ rule: "port" });
    expect(decide("http://127.0.0.1:8081/x", closed, own)).toMatchObject({ rule: "scheme" });
  });

  test("is no way round user names and loops", () => {
    expect(decide("http://a@127.0.0.1:8080/x", closed, own)).toMatchObject({ rule: "userinfo" });
    expect(decide("/s/audio/abc", closed, own)).toMatchObject({ rule: "loop" });
  });
});

test("every rule is broken by some case above", () => {
  const broken = new Set(Object.values(POINTS).flatMap(({ refused }) => refused.map(([, rule]) => rule)));
  expect([...broken].sort()).toEqual(Object.keys(RULES).sort() as Rule[]);
});

test("a refusal names the host wherever one was read", () => {
  const hostOf = (text: string) => {
    const decision = decide(text, policy, ground);
    return decision.allowed ? null : decision.deniedHost;
  };
  expect(hostOf("https://Evil.example./x")).toBe("evil.example");
  expect(hostOf("//evil.example/x")).toBe("evil.example");
  expect(hostOf("https://music.example@evil.example/")).toBe("evil.example");
  expect(hostOf("javascript:alert(1)")).toBeNull();
  expect(hostOf("\u0000")).toBeNull();
});

/** A host by a grammar of our own, without any URL parser: what a browser could at all be sent to. */
const PLAIN = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(:8443)?(?:[/?#]|$)/;

/** Whether an emitted address is within POLICY, by splitting text alone. */
function isWithinPolicy(url: string): boolean {
  if ([...url].some((each) => each <= " " || each > "~" || each === "\\")) return false;
  if (url === "https://site.example" || url.startsWith("https://site.example/")) return true;
  const [, host = "", port] = PLAIN.exec(url) ?? [];
  if (host === "" || (port !== undefined && port !== ":8443")) return false;
  const labels = host.split(".");
  const below = (name: string) => labels.length > name.split(".").length && host.endsWith(`.${name}`);
  if (["bad.example", "old.cdn.example"].includes(host) || below("evil.cdn.example")) return false;
  if (host === "music.example" || below("cdn.example"))
    return !labels.some((each) => each.startsWith("xn--"));
  return below("xn--bcher-kva.example");
}

const STEPS = Number(process.env.SIM_STEPS ?? 50_000);

const PARTS = [
  ...[
    "https:",
    "http:",
    "HTTPS:",
    "javascript:",
    "//",
    "/",
    "\\",
    "/\\",
    "@",
    ":",
    ":8443",
    ":443",
    ":80",
    "?",
    "#",
  ],
  ...[
    "music.example",
    "cdn.example",
    "a.cdn.example",
    "old.cdn.example",
    "x.evil.cdn.example",
    "site.example",
  ],
  ...["s.example", "bad.example", "evil.example", "localhost", "127.0.0.1", "2130706433", "[::1]", "0x7f.1"],
  ...[
    "bücher.example",
    "xn--bcher-kva.example",
    "shop.xn--bcher-kva.example",
    "ｍusic.example",
    "music。example",
  ],
  ...[
    "%2f",
    "%5c",
    "%2e",
    "%40",
    "%00",
    "%0d%0a",
    "%252f",
    "\t",
    "\n",
    "\r",
    " ",
    "\u00a0",
    "\u202e",
    "\u200b",
    "\ufeff",
  ],
  ...[
    ".",
    "..",
    "-",
    "s/audio/",
    "tracks/42",
    "user",
    "word",
    "a".repeat(300),
    "ä",
    "é",
    "\ud800",
    "🎵",
    "",
    "&",
    "=",
    "|",
    "^",
  ],
];

test(
  `${STEPS} made-up addresses yield none outside the policy, by an independent look (SEED, SIM_STEPS)`,
  () => {
    const seed = chooseSeed();
    const random = seededRandom(seed);
    const one = () => PARTS[Math.floor(random() * PARTS.length)] ?? "";
    const recheck = new Recheck(policy, ground);
    let allowed = 0;
    for (let i = 0; i < STEPS; i++) {
      const start = random() < 0.6 ? "https://" : random() < 0.5 ? "/" : "";
      const text = start + Array.from({ length: 1 + Math.floor(random() * 7) }, one).join("");
      const decision = decide(text, policy, ground);
      if (!decision.allowed) continue;
      allowed++;
      const { url } = decision;
      const again = decide(url, policy, ground);
      const isSound = isWithinPolicy(url) && again.allowed && again.url === url && recheck.isAllowed(url);
      if (!isSound) throw new Error(`seed ${seed}: ${JSON.stringify(text)} is emitted as ${url}`);
    }
    // It looks at something: enough of them are allowed.
    expect(allowed).toBeGreaterThan(STEPS / 200);
  },
  30_000 + STEPS / 10,
);

test("asking again finds what deciding finds, whatever the policy has become", () => {
  const other = parsePolicy('{"allow": ["music.example"], "max_length": 64}');
  const recheck = new Recheck(other, ground);
  const stored = Object.values(POINTS).flatMap(({ allowed }) => allowed.map(([, url]) => url));
  stored.push(
    "https://s.example/s/audio/abc",
    "https://s.example/%73/audio/abc",
    `https://music.example/${"a".repeat(64)}`,
  );
  for (const url of stored)
    expect([url, recheck.isAllowed(url)]).toEqual([url, decide(url, other, ground).allowed]);
});
