/** @jsxImportSource preact */

import type { JSX } from "preact";
import { STYLESHEET } from "../../../../pages/index.ts";
import type { LinkRow } from "../store.ts";
import type { ShareWords } from "../words/index.ts";

/** Any page may embed it; it plays from the audio's own origin and runs no script. */
export function playerContentSecurityPolicy(audioUrl: string | null): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    `media-src ${audioUrl === null ? "'none'" : new URL(audioUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ");
}

interface PlayerProps {
  link: LinkRow;
  audioUrl: string | null;
  words: ShareWords;
}

/** A title and the browser's own controls for audio; a link to the destination. Nothing plays automatically. */
export function PlayerPage({ link, audioUrl, words }: PlayerProps): JSX.Element {
  const { destination, kind, title } = link;
  const host = new URL(destination).hostname;
  const name = title ?? words.say(kind === "file" ? "a_file" : "a_track");
  return (
    <html lang={words.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{name}</title>
        <link rel="stylesheet" href={STYLESHEET.path} />
      </head>
      <body class="player">
        <main>
          <h1>{name}</h1>
          {audioUrl !== null && (
            // biome-ignore lint/a11y/useMediaCaption: shared audio comes without captions
            <audio controls preload="none" src={audioUrl} aria-label={name} />
          )}
          <p>
            <a href={destination} target="_top" rel="noreferrer">
              {words.say("listen_on", { site: host })}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
