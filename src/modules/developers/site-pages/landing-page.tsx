/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Brand, brandOf, Layout, type Site } from "../../../pages/index.ts";

interface Audience {
  reader: string;
  purpose: string;
  links: readonly (readonly [path: string, label: string])[];
}

/** Links per audience. Links that the build lacks are left out, and so are audiences without links. */
const AUDIENCES: readonly Audience[] = [
  {
    reader: "Partners",
    purpose: "Sign a request and credit your first salutes, in four languages.",
    links: [
      ["/developers", "Quickstart"],
      ["/docs", "Reference"],
    ],
  },
  {
    reader: "Everybody",
    purpose: "See the measured status of the service.",
    links: [
      ["/status", "Status"],
      ["/transparency", "Transparency"],
      ["/proofs", "Proofs"],
      ["/share", "Share a track"],
      ["/api/public/latency-percentiles", "Latency"],
    ],
  },
  {
    reader: "Operators",
    purpose: "Manage keys, checks and repairs with commands on the server: salute --help.",
    links: [
      ["/admin", "Sign in"],
      ["/readyz", "Readiness"],
    ],
  },
];

const REQUEST = `POST /api/salutes/credit
X-Partner-Key: pk_live_3f9c1b7a…
X-Partner-Timestamp: 1795300003
X-Partner-Nonce: 9f86d081884c7d65
X-Partner-Signature: 6200026e79e3cf06…
Idempotency-Key: quest-7-zoe

{ "user_id": "1",
  "amount": 25,
  "reason": "quest" }`;

const ANSWER = `{
  "success": true,
  "user_id": "1",
  "balance": 125,
  "delta": 25,
  "ledger_entry_id": 1,
  "idempotency_key": "quest-7-zoe"
}`;

/** The landing page: a one-screen introduction, and links for each audience. */
export function LandingPage({ site }: { site: Site }): JSX.Element {
  const brand = brandOf(site);
  return (
    <Layout
      site={site}
      path="/"
      title={brand.isOwn ? brand.name : "salute: signed credits, counted once"}
      description={
        brand.text ?? `${brand.name} signs, counts and answers for the partners of a token project.`
      }
    >
      <div class="hero">
        <div>
          {brand.isOwn ? <Project brand={brand} /> : <Product />}
          <ul class="promises">
            <li>
              <strong>Signed.</strong> The signature covers method, address, time and exact body of each
              request.
            </li>
            <li>
              <strong>Once.</strong> A retry returns the first result and never executes again.
            </li>
            <li>
              <strong>Kept.</strong> Entries are added and never changed; answers follow the commit.
            </li>
          </ul>
        </div>
        <div>
          <Sample label="Request of a partner's server" text={REQUEST} />
          <Sample label="Response" text={ANSWER} />
        </div>
      </div>
      <AudienceLinks site={site} />
    </Layout>
  );
}

function Product(): JSX.Element {
  return (
    <>
      <h1>Signed credits, counted&nbsp;once</h1>
      <p class="lead">
        salute keeps the points of a token project's community. Partners credit and debit them with signed
        requests; every intent is executed once and stays in the ledger.
      </p>
    </>
  );
}

/** The project in its own words, and its links. */
function Project({ brand: { links, name, text } }: { brand: Brand }): JSX.Element {
  return (
    <>
      <h1>{name}</h1>
      {text !== null && <p class="lead">{text}</p>}
      <p>
        The points of the community are kept here. Partners credit and debit them with signed requests; every
        intent is executed once and stays in the ledger.
      </p>
      {links.length > 0 && (
        <p class="door-links">
          {links.map(({ label, url }) => (
            <a key={url} class="button" href={url} rel="noreferrer">
              {label}
            </a>
          ))}
        </p>
      )}
    </>
  );
}

/** A code sample without a copy button. */
function Sample({ label, text }: { label: string; text: string }): JSX.Element {
  return (
    <figure class="code">
      <figcaption>{label}</figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

function AudienceLinks({ site }: { site: Site }): JSX.Element {
  const audiences = AUDIENCES.map((each) => ({
    ...each,
    links: each.links.filter(([path]) => site.paths.has(path)),
  }));
  return (
    <div class="doors">
      {audiences
        .filter(({ links }) => links.length > 0)
        .map(({ reader, purpose, links }) => (
          <section key={reader}>
            <h2>{reader}</h2>
            <p>{purpose}</p>
            <p class="door-links">
              {links.map(([path, label], index) => (
                <a key={path} class={index === 0 ? "button button-main" : "button"} href={path}>
                  {label}
                </a>
              ))}
            </p>
          </section>
        ))}
    </div>
  );
}
