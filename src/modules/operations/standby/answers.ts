import { unlessKnown } from "../../../http/answers/respond.ts";
import { requestId } from "../../../kit/ids.ts";
import { assetResponse, findAsset } from "../../../pages/index.ts";
import { exposition, gauge, PROMETHEUS } from "../../platform/metrics/index.ts";
import { type PromotionView, VERDICTS } from "../auto-promotion/index.ts";
import { describeFault, type StandbyFacts } from "./facts.ts";
import { standbyPage } from "./page.tsx";

/** Answers a request to a standby: its own state, and for everything else the leader's address. */
export function answerStandby(request: Request, facts: StandbyFacts): Response {
  const given = request.headers.get("x-request-id");
  const id = given !== null && /^[A-Za-z0-9._-]{8,128}$/.test(given) ? given : requestId();
  const response = answer(request, facts, id);
  response.headers.set("x-request-id", id);
  return request.method === "HEAD" ? new Response(null, response) : response;
}

function answer(request: Request, facts: StandbyFacts, id: string): Response {
  const { pathname, searchParams } = new URL(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const asset = pathname.startsWith("/assets/") ? findAsset(pathname.slice("/assets/".length)) : null;
  if (!isRead) return leaderOnly(facts, id);
  if (asset !== null) return unlessKnown(assetResponse(asset), request);
  if (pathname === "/healthz") return json(200, { success: true, status: "ok", ...viewOf(facts) });
  if (pathname === "/readyz") return readiness(facts, id, searchParams.get("reads") === "1");
  if (pathname === "/metrics") return metrics(facts);
  if (pathname === "/")
    return wantsJson(request) ? json(200, { success: true, ...viewOf(facts) }) : standbyPage(facts);
  return leaderOnly(facts, id);
}

function viewOf({ state, promotion, leaderBaseUrl, host, version }: StandbyFacts) {
  const auto_promotion = promotion();
  return { role: "standby", host, version, leader_base_url: leaderBaseUrl, ...state(), auto_promotion };
}

/** A standby accepts no changes. With `reads=1` only its copy counts, from which it serves its own state alone. */
function readiness(facts: StandbyFacts, id: string, asksForReads: boolean): Response {
  const fault = describeFault(facts.state());
  const copy = { copy: fault ?? "ok" };
  if (fault === null && asksForReads)
    return json(200, { success: true, ready: true, checks: copy, ...viewOf(facts) });
  const checks = asksForReads ? copy : { ...copy, lease: "this machine is a standby" };
  const message =
    fault === null
      ? messageFor(facts)
      : "Check this standby's log and the replica's store: its copy is not following the leader.";
  return json(
    503,
    {
      success: false,
      error: fault === null ? "standby" : "db_unavailable",
      message,
      request_id: id,
      ready: false,
      checks,
      ...viewOf(facts),
    },
    { "retry-after": "5" },
  );
}

function metrics({ state, promotion }: StandbyFacts): Response {
  const { lag_seconds: lag, epoch, restores, fault } = state();
  const families = [
    gauge("salute_standby_following", "1 while the copy follows the leader's replica", {
      value: fault === null ? 1 : 0,
    }),
    gauge("salute_standby_restores", "Number of complete restores of the copy", { value: restores }),
    ...promotionFamilies(promotion()),
    ...(epoch === null ? [] : [gauge("salute_standby_epoch", "Epoch of the copy", { value: epoch })]),
    ...(lag === null
      ? []
      : [
          gauge("salute_standby_lag_seconds", "Age of the leader's newest canary in the copy", {
            value: lag,
          }),
        ]),
  ];
  return new Response(exposition(families), {
    headers: { "content-type": PROMETHEUS.contentType },
  });
}

function promotionFamilies(found: PromotionView | null) {
  if (found === null) return [];
  return [
    gauge(
      "salute_standby_promotion",
      "1 for the present verdict on a promotion by itself",
      ...VERDICTS.map((verdict) => ({
        labels: { verdict, mode: found.mode },
        value: verdict === found.verdict ? 1 : 0,
      })),
    ),
  ];
}

function messageFor({ leaderBaseUrl }: StandbyFacts): string {
  return leaderBaseUrl === null
    ? "Ask the leader: this machine is a standby."
    : `Ask the leader at ${leaderBaseUrl}: this machine is a standby.`;
}

function leaderOnly(facts: StandbyFacts, id: string): Response {
  const body = {
    success: false,
    error: "standby",
    message: messageFor(facts),
    request_id: id,
    leader_base_url: facts.leaderBaseUrl,
    lag_seconds: facts.state().lag_seconds,
  };
  return json(503, body, { "retry-after": "5" });
}

function wantsJson(request: Request): boolean {
  const accept = request.headers.get("accept") ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
