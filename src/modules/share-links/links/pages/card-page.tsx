/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Card, openGraph, twitterCard } from "./card.ts";

/** The page that previews of a short link read: tags in the head, and for people a heading and a link. */
export function CardPage({ card, destination }: { card: Card; destination: string }): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{card.title}</title>
        <meta name="description" content={card.description} />
        <meta name="robots" content="noindex" />
        <link rel="canonical" href={card.url} />
        {card.oembedUrl !== null && (
          <link rel="alternate" type="application/json+oembed" href={card.oembedUrl} title={card.title} />
        )}
        {Object.entries(openGraph(card)).map(([property, content]) => (
          <meta key={property} property={property} content={content} />
        ))}
        {Object.entries(twitterCard(card)).map(([name, content]) => (
          <meta key={name} name={name} content={content} />
        ))}
      </head>
      <body>
        <main>
          <h1>{card.title}</h1>
          <p>{card.description}</p>
          <p>
            <a href={destination} rel="noreferrer">
              Listen on {card.siteName}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
