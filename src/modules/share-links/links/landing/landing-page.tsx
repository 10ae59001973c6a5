/** @jsxImportSource preact */

import type { JSX } from "preact";
import { h, type VNode } from "preact";
import { drawQr } from "../../../../kit/formats/qr.ts";
import type { XmlElement } from "../../../../kit/formats/xml.ts";
import {
  type Brand,
  BrandHead,
  COPY_SCRIPT,
  LANDING_STYLESHEET,
  LanguageSwitch,
} from "../../../../pages/index.ts";
import type { Card } from "../pages/card.ts";
import { CardTags } from "../pages/card-tags.tsx";
import type { ShareWords } from "../words/index.ts";
import { deriveTint, drawCover } from "./cover.ts";
import type { Landing } from "./landing.ts";
import { SERVICE_NAMES, SERVICES } from "./services.ts";

export interface LandingView {
  code: string;
  card: Card;
  landing: Landing;
  /** The text of the share; null without one. */
  text: string | null;
  destination: string;
  kind: "track" | "file";
  /** The address that the QR code holds. */
  qrUrl: string;
  brand: Brand;
}

const COVER_SIZE = 320;

/** Pictures and audio come from the hosts that the link names, everything else from us; nothing is sent anywhere. */
export function landingContentSecurityPolicy({
  landing,
  card,
}: Pick<LandingView, "landing" | "card">): string {
  const { audioUrl } = card;
  const { artwork_url } = landing;
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src 'self'${artwork_url === null ? "" : ` ${new URL(artwork_url).origin}`}`,
    `media-src ${audioUrl === null ? "'none'" : new URL(audioUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

interface LandingProps extends LandingView {
  words: ShareWords;
}

/** A shared track for its listeners: artwork, player, services, and the link to pass on. Nothing plays by itself. */
export function LandingPage(props: LandingProps): JSX.Element {
  const { brand, card, code, landing, text, words } = props;
  return (
    <html lang={words.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{landing.artist === null ? card.title : `${card.title} · ${landing.artist}`}</title>
        <BrandHead brand={brand} stylesheet={LANDING_STYLESHEET.path} />
        <CardTags card={card} />
        <script src={COPY_SCRIPT.path} defer />
      </head>
      <body>
        <Backdrop code={code} />
        <main>
          <Artwork code={code} artwork={landing.artwork_url} />
          <h1>{card.title}</h1>
          {landing.artist !== null && <p class="artist">{landing.artist}</p>}
          {text !== null && <p class="text">{text}</p>}
          {card.audioUrl !== null && (
            // biome-ignore lint/a11y/useMediaCaption: shared audio comes without captions
            <audio controls preload="none" src={card.audioUrl} aria-label={card.title} />
          )}
          <Places {...props} />
          <PassOn {...props} />
        </main>
        <LanguageSwitch locale={words.locale} label={words.say("language")} />
        {brand.isOwn && <SharedBy brand={brand} />}
      </body>
    </html>
  );
}

/** The project that shares it, below everything. */
function SharedBy({ brand: { logoFile, name } }: { brand: Brand }): JSX.Element {
  return (
    <footer class="shared-by">
      <a href="/">
        {logoFile !== null && <img src={logoFile.path} alt="" height="20" />}
        {name}
      </a>
    </footer>
  );
}

/** The link's colours behind everything: one soft light at the top. */
function Backdrop({ code }: { code: string }): JSX.Element {
  const { light, deep } = deriveTint(code);
  return (
    <svg class="backdrop" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <radialGradient id="glow" cx="0.5" cy="0" r="1">
          <stop offset="0" stop-color={light} />
          <stop offset="0.55" stop-color={deep} stop-opacity="0.35" />
          <stop offset="1" stop-color={deep} stop-opacity="0" />
        </radialGradient>
      </defs>
      <rect width="100" height="100" fill="url(#glow)" />
    </svg>
  );
}

/** The generated cover lies under the artwork, so that it shows while that loads and if it cannot. */
function Artwork({ code, artwork }: { code: string; artwork: string | null }): JSX.Element {
  return (
    <div class="artwork">
      <svg viewBox={`0 0 ${COVER_SIZE} ${COVER_SIZE}`} aria-hidden="true">
        {toNode(drawCover(code, COVER_SIZE))}
      </svg>
      {artwork !== null && <img src={artwork} alt="" fetchpriority="high" />}
    </div>
  );
}

/** The destination first, then the services. */
function Places({ card, destination, kind, landing, words }: LandingProps): JSX.Element {
  return (
    <ul class="places" aria-label={words.say("listen")}>
      <li>
        <a class="main" href={destination} rel="noreferrer">
          {words.say(kind === "file" ? "open_file_on" : "listen_on", { site: card.siteName })}
        </a>
      </li>
      {SERVICE_NAMES.map((name) => {
        const url = landing.services[name];
        return url === undefined ? null : (
          <li key={name}>
            <a class={name.replace("_", "-")} href={url} rel="noreferrer">
              <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                <circle cx="12" cy="12" r="12" />
                <path d="M9.5 7.5v9l7-4.5z" />
              </svg>
              {SERVICES[name].label}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

const download = (href: string) => (text: string) => (
  <a href={href} download>
    {text}
  </a>
);

/** The address to copy, and as a QR code. */
function PassOn({ card, qrUrl, words }: LandingProps): JSX.Element {
  const { size, shapes } = drawQr(qrUrl);
  return (
    <section class="pass-on" aria-label={words.say("pass_on")}>
      <p class="address" data-copied>
        <code>{card.url}</code>
        <button type="button" data-copy={words.say("copied")} hidden aria-label={words.say("copy_link")}>
          {words.say("copy")}
        </button>
      </p>
      <details>
        <summary>{words.say("qr_code")}</summary>
        <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.say("qr_of_page")}>
          {shapes.map(toNode)}
        </svg>
        <p>
          {words.show("qr_save", {
            svg: download(`${card.url}/qr.svg`),
            png: download(`${card.url}/qr.png`),
          })}
        </p>
      </details>
    </section>
  );
}

/** A drawing as part of a page. */
function toNode({ name, attributes, children }: XmlElement): VNode {
  return h(
    name,
    { ...attributes },
    ...children.map((child) => (typeof child === "string" ? child : toNode(child))),
  );
}
