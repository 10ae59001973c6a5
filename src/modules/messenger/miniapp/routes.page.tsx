/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { htmlResponse } from "../../../pages/index.ts";
import { readLogHead, type SignedLog } from "../../transparency/signed-log/index.ts";
import type { Bot } from "../telegram/index.ts";
import appScript from "./app.client.js" with { type: "text" };
import bridgeScript from "./bridge.client.js" with { type: "text" };
import drawsScript from "./draws.client.js" with { type: "text" };
import stylesheet from "./miniapp.css" with { type: "text" };
import { MiniappPage } from "./miniapp-page.tsx";
import { MINIAPP_PATHS } from "./paths.ts";
import verifyScript from "./verify.client.js" with { type: "text" };
import { VerifyRoundsPage } from "./verify-page.tsx";

/** Telegram's web client frames the app; nobody else does, and nothing comes from other hosts. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors https://web.telegram.org",
].join("; ");

const FILE_SECONDS = 300;

/** The mini-app and the page that recomputes its rounds. */
export function miniappRoutes(bot: Bot | null, signedLog: SignedLog, startedAt: number): Operation[] {
  return [
    page("miniappPage", MINIAPP_PATHS.page, "The mini-app of the messenger", () => (
      <MiniappPage isDemo={bot?.mode === "demo"} />
    )),
    page("miniappVerifyPage", MINIAPP_PATHS.verify, "Recompute rounds of the mini-app's games", () => (
      <VerifyRoundsPage logPrefix={readLogHead(signedLog)?.path ?? "/log"} />
    )),
    file("miniappScript", MINIAPP_PATHS.app, "text/javascript", appScript, startedAt),
    file("miniappBridge", MINIAPP_PATHS.bridge, "text/javascript", bridgeScript, startedAt),
    file("miniappDraws", MINIAPP_PATHS.draws, "text/javascript", drawsScript, startedAt),
    file("miniappVerifyScript", MINIAPP_PATHS.verifyScript, "text/javascript", verifyScript, startedAt),
    file("miniappStylesheet", MINIAPP_PATHS.stylesheet, "text/css", stylesheet, startedAt),
  ];
}

function page(id: string, path: string, summary: string, render: () => JSX.Element): Operation {
  return readOperation({
    id,
    method: "GET",
    path,
    group: PAGES_GROUP,
    summary,
    access: anyone("pages"),
    response: { mediaType: "text/html", description: "A page." },
    read: () => htmlResponse(render(), { headers: { "content-security-policy": POLICY } }),
  });
}

function file(
  id: string,
  path: string,
  mediaType: "text/javascript" | "text/css",
  text: string,
  startedAt: number,
): Operation {
  return readOperation({
    id,
    method: "GET",
    path,
    group: PAGES_GROUP,
    summary: "A file of the mini-app",
    access: anyone("pages"),
    response: { mediaType, description: "The file." },
    validators: true,
    read: () => new Cacheable(text, startedAt, FILE_SECONDS),
  });
}
