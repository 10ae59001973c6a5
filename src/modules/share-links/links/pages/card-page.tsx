/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { ShareWords } from "../words/index.ts";
import type { Card } from "./card.ts";
import { CardTags } from "./card-tags.tsx";

/** The page that previews of a short link read: tags in the head, and for people a heading and a link. */
export function CardPage({
  card,
  destination,
  words,
}: {
  card: Card;
  destination: string;
  words: ShareWords;
}): JSX.Element {
  return (
    <html lang={words.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{card.title}</title>
        <CardTags card={card} />
      </head>
      <body>
        <main>
          <h1>{card.title}</h1>
          <p>{card.description}</p>
          <p>
            <a href={destination} rel="noreferrer">
              {words.say("listen_on", { site: card.siteName })}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
