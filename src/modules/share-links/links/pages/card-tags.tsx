/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Card, openGraph, twitterCard } from "./card.ts";

/** What previews of a short link read in a page's head. */
export function CardTags({ card }: { card: Card }): JSX.Element {
  return (
    <>
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
    </>
  );
}
