/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { Cacheable } from "../../../http/answers/answer.ts";
import { LocaleQuery, pageLocale } from "../../../http/input/page-locale.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { htmlResponse, resolveBrand, type Site } from "../../../pages/index.ts";
import { readLogHead, type SignedLog } from "../../transparency/signed-log/index.ts";
import type { Bot } from "../telegram/index.ts";
import appScript from "./app.client.js" with { type: "text" };
import bridgeScript from "./bridge.client.js" with { type: "text" };
import drawsScript from "./draws.client.js" with { type: "text" };
import stylesheet from "./miniapp.css" with { type: "text" };
import { MiniappPage } from "./miniapp-page.tsx";
import { MINIAPP_PATHS } from "./paths.ts";
import verifyScript from "./verify/verify.client.js" with { type: "text" };
import { VerifyRoundsPage } from "./verify/verify-page.tsx";
import walletScript from "./wallet.client.js" with { type: "text" };
import { WalletPage } from "./wallet-page.tsx";
import { MINIAPP_WORDS } from "./words/index.ts";

/** Only Telegram's web client may frame the app, and nothing is loaded from other hosts. */
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

interface MiniappParts {
  bot: Bot | null;
  signedLog: SignedLog;
  startedAt: number;
  site: Site;
}

/** The mini-app, the page that recomputes rounds, and their files. */
export function miniappRoutes({ bot, signedLog, startedAt, site }: MiniappParts): Operation[] {
  const script = (id: string, path: string, text: string) =>
    file({ id, path, mediaType: "text/javascript", text, startedAt });
  return [
    readOperation({
      ...PAGE,
      id: "miniappPage",
      path: MINIAPP_PATHS.page,
      summary: "The mini-app of the messenger",
      query: Type.Object(LocaleQuery),
      read: (context) => {
        const words = MINIAPP_WORDS.in(pageLocale(context));
        return html(<MiniappPage brand={resolveBrand(site)} isDemo={bot?.mode === "demo"} words={words} />);
      },
    }),
    readOperation({
      ...PAGE,
      id: "miniappVerifyPage",
      path: MINIAPP_PATHS.verify,
      summary: "Recompute rounds of the mini-app's games",
      query: Type.Object(LocaleQuery),
      read: (context) =>
        html(
          <VerifyRoundsPage
            brand={resolveBrand(site)}
            locale={pageLocale(context)}
            logPrefix={readLogHead(signedLog)?.path ?? "/log"}
          />,
        ),
    }),
    readOperation({
      ...PAGE,
      id: "miniappWalletPage",
      path: MINIAPP_PATHS.wallet,
      summary: "Link a wallet to a player, in the wallet's browser",
      query: Type.Object(LocaleQuery),
      read: (context) =>
        html(<WalletPage brand={resolveBrand(site)} words={MINIAPP_WORDS.in(pageLocale(context))} />),
    }),
    script("miniappWalletScript", MINIAPP_PATHS.walletScript, walletScript),
    script("miniappScript", MINIAPP_PATHS.app, appScript),
    script("miniappBridge", MINIAPP_PATHS.bridge, bridgeScript),
    script("miniappDraws", MINIAPP_PATHS.draws, drawsScript),
    script("miniappVerifyScript", MINIAPP_PATHS.verifyScript, verifyScript),
    file({
      id: "miniappStylesheet",
      path: MINIAPP_PATHS.stylesheet,
      mediaType: "text/css",
      text: stylesheet,
      startedAt,
    }),
  ];
}

const PAGE = {
  method: "GET",
  group: PAGES_GROUP,
  access: anyone("pages"),
  response: { mediaType: "text/html", description: "A page." },
} as const;

function html(page: JSX.Element): Response {
  return htmlResponse(page, { headers: { "content-security-policy": POLICY } });
}

interface FileParts {
  id: string;
  path: string;
  mediaType: "text/javascript" | "text/css";
  text: string;
  startedAt: number;
}

function file({ id, mediaType, path, startedAt, text }: FileParts): Operation {
  return readOperation({
    id,
    method: "GET",
    path,
    group: PAGES_GROUP,
    summary: "A file of the mini-app",
    access: anyone("pages"),
    response: { mediaType, description: "The file, cacheable by its hash." },
    validators: true,
    read: () => new Cacheable(text, startedAt, FILE_SECONDS),
  });
}
