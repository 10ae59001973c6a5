import type { Clock } from "../../../kit/clock.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { Cutoff } from "../../../kit/network/http/cutoff.ts";
import { VERSION } from "../../../kit/process/version.ts";
import type { Timers } from "../../../kit/timers.ts";
import { type Client, classifyError, TargetFault } from "../../webhooks/deliveries/index.ts";
import { classifyStatus, type Family } from "./rules.ts";

export interface CheckResult {
  status_code: number | null;
  status_code_family: Family;
  duration_ms: number;
  /** URL after redirects, without credentials. */
  final_url: string;
}

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_REDIRECTS = 5;
const HEADERS = { "user-agent": `salute/${VERSION} (link check)`, accept: "*/*" };

/** Checks links under the target rules of webhooks, which also apply to every redirect (section 9). */
export class LinkChecker {
  constructor(
    private readonly client: Pick<Client, "visit">,
    private readonly timers: Timers,
    private readonly clock: Clock,
  ) {}

  /** Sends HEAD, then GET if that is not 2xx, within 10 s in total. Never throws. */
  async check(url: string): Promise<CheckResult> {
    const startedAt = this.clock.now();
    const deadline = new Cutoff();
    const disarm = this.timers.after(TIMEOUT_MS, () =>
      deadline.cut(new TargetFault("timeout", "no answer within 10 s")),
    );
    const target = { url };
    const resultOf = (status_code: number | null, status_code_family: Family): CheckResult => ({
      status_code,
      status_code_family,
      duration_ms: Math.max(0, Math.round(this.clock.now() - startedAt)),
      final_url: withoutCredentials(target.url),
    });
    try {
      const status = await this.#request(target, deadline);
      return resultOf(status, status === null ? "other" : classifyStatus(status));
    } catch (error) {
      const { reasonTag } = classifyError(deadline.isCut ? deadline.reason : error);
      return resultOf(null, reasonTag === "timeout" ? "timeout" : "other");
    } finally {
      disarm();
    }
  }

  /** The final HTTP status; null after too many redirects. @throws TargetFault for a forbidden target */
  async #request(target: { url: string }, cutoff: Cutoff): Promise<number | null> {
    const head = await this.#head(target.url, cutoff);
    if (head !== null && classifyStatus(head) === "2xx") return head;
    for (let redirects = 0; ; redirects++) {
      const { status, location } = await this.client.visit(target.url, {
        method: "GET",
        headers: HEADERS,
        cutoff,
      });
      if (status < 300 || status > 399 || location === null) return status;
      if (redirects === MAX_REDIRECTS) return null;
      target.url = requireNoCredentials(new URL(location, target.url)).href;
    }
  }

  /** Null if HEAD fails, as some servers close the connection; GET decides then. */
  async #head(url: string, cutoff: Cutoff): Promise<number | null> {
    requireNoCredentials(new URL(url));
    try {
      return (await this.client.visit(url, { method: "HEAD", headers: HEADERS, cutoff })).status;
    } catch (error) {
      if (cutoff.isCut || classifyError(error).reasonTag === "blocked_target") throw error;
      return null;
    }
  }
}

function requireNoCredentials(url: URL): URL {
  if (url.username === "" && url.password === "") return url;
  throw new TargetFault("blocked_target", "targets must not contain credentials");
}

function withoutCredentials(text: string): string {
  const url = new URL(text);
  url.username = "";
  url.password = "";
  return url.href;
}
