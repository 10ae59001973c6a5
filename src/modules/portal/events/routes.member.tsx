/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { MemberActor, Operation } from "../../../http/operation.ts";
import { CodeBlock } from "../../../pages/index.ts";
import { type Audience, sessionPage } from "../../platform/admin-page/index.ts";
import { envelopeBody } from "../../webhooks/envelope/index.ts";
import { EVENT_CATALOGUE, EVENT_TYPES, type EventType, sampleData } from "../../webhooks/events/index.ts";

/** The types of events, each with the body that a webhook gets. */
export function eventRoutes(members: Audience<MemberActor>): Operation[] {
  return [
    sessionPage(members, {
      id: "portalEventsPage",
      path: "/partners/events",
      summary: "The catalogue of events, each with a sample",
      title: "Events",
      content: ({ now }) => <Catalogue now={now} />,
    }),
  ];
}

function Catalogue({ now }: { now: number }): JSX.Element {
  return (
    <>
      <p class="lead">
        A webhook gets each event of its types as a signed request with such a body. How to check the
        signature is in{" "}
        <a href="/developers" target="_blank" rel="noopener">
          the guide
        </a>
        .
      </p>
      <ul>
        {EVENT_TYPES.map((type) => (
          <li key={type}>
            <a href={`#${type}`}>{type}</a>
          </li>
        ))}
      </ul>
      {EVENT_TYPES.map((type) => (
        <section key={type}>
          <h2 id={type}>{type}</h2>
          <p>{EVENT_CATALOGUE[type].summary}</p>
          <CodeBlock code={sampleBody(type, now)} label="body" language="json" />
        </section>
      ))}
    </>
  );
}

function sampleBody(type: EventType, now: number): string {
  const body = envelopeBody({
    uid: "evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B",
    event_type: type,
    data: JSON.stringify(sampleData(type)),
    sequence: 4_711,
    idempotency_key: null,
    created_at: now,
  });
  return JSON.stringify(JSON.parse(body), null, 2);
}
