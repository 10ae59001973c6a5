import type { Clock } from "../../../kit/clock.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { VERSION } from "../../../kit/process/version.ts";
import type { Timers } from "../../../kit/timers.ts";
import { type Client, faultOf, TargetFault } from "../../webhooks/deliveries/index.ts";
import { type Family, familyOf } from "./rules.ts";

/** What a check of one link found. */
export interface CheckResult {
  status_code: number | null;
  status_code_family: Family;
  duration_ms: number;
  /** Where redirects led; without credentials. */
  final_url: string;
}

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_REDIRECTS = 5;
const HEADERS = { "user-agent": `salute/${VERSION} (link check)`, accept: "*/*" };

/** Looks at links as webhooks are sent: the same rules for every address that a redirect leads to (section 9). */
export class LinkChecker {
  constructor(
    private readonly client: Pick<Client, "visit">,
    private readonly timers: Timers,
    private readonly clock: Clock,
  ) {}

  /** HEAD, then GET where that is not 2xx, within 10 s in all. Never throws. */
  async check(url: string): Promise<CheckResult> {
    const startedAt = this.clock.now();
    const deadline = new AbortController();
    const disarm = this.timers.after(TIMEOUT_MS, () =>
      deadline.abort(new TargetFault("timeout", "no answer within 10 s")),
    );
    const found = { url };
    const told = (status_code: number | null, status_code_family: Family): CheckResult => ({
      status_code,
      status_code_family,
      duration_ms: Math.max(0, Math.round(this.clock.now() - startedAt)),
      final_url: shown(found.url),
    });
    try {
      const status = await this.#look(found, deadline.signal);
      return told(status, status === null ? "other" : familyOf(status));
    } catch (error) {
      const { reasonTag } = faultOf(deadline.signal.aborted ? deadline.signal.reason : error);
      return told(null, reasonTag === "timeout" ? "timeout" : "other");
    } finally {
      disarm();
    }
  }

  /** The last status; null where the redirects do not end or lead where nobody may go. */
  async #look(found: { url: string }, signal: AbortSignal): Promise<number | null> {
    const head = await this.#head(found.url, signal);
    if (head !== null && familyOf(head) === "2xx") return head;
    for (let redirects = 0; ; redirects++) {
      const { status, location } = await this.client.visit("GET", found.url, HEADERS, signal);
      if (status < 300 || status > 399 || location === null) return status;
      if (redirects === MAX_REDIRECTS) return null;
      found.url = requireTarget(new URL(location, found.url)).href;
    }
  }

  /** Some servers refuse HEAD by closing the connection: GET decides. */
  async #head(url: string, signal: AbortSignal): Promise<number | null> {
    requireTarget(new URL(url));
    try {
      return (await this.client.visit("HEAD", url, HEADERS, signal)).status;
    } catch (error) {
      if (signal.aborted || faultOf(error).reasonTag === "blocked_target") throw error;
      return null;
    }
  }
}

function requireTarget(url: URL): URL {
  if (url.username === "" && url.password === "") return url;
  throw new TargetFault("blocked_target", "targets bear no credentials");
}

function shown(text: string): string {
  const url = new URL(text);
  url.username = "";
  url.password = "";
  return url.href;
}
