/** @jsxImportSource preact */

import type { JSX } from "preact";
import { StatusMark, Time } from "../../../pages/index.ts";
import type { LinkedCall } from "./acknowledge-call.ts";

interface AckProps extends LinkedCall {
  token: string;
  now: number;
}

/** What a link acknowledges, and the button that does it: opening the page changes nothing. */
export function AckContent({ call, actor, token, now }: AckProps): JSX.Element {
  const { acknowledged_at, acknowledged_by, ended_at } = call;
  return (
    <>
      <p class="lead">{call.title}</p>
      <p>
        Raised <Time at={call.created_at} now={now} />.
      </p>
      {acknowledged_at !== null ? (
        <p role="status">
          <StatusMark status="ok" word="Acknowledged" /> by {acknowledged_by}{" "}
          <Time at={acknowledged_at} now={now} />. It is not escalated.
        </p>
      ) : ended_at !== null ? (
        <p role="status">
          <StatusMark status="ok" word="Over" /> since <Time at={ended_at} now={now} />.
        </p>
      ) : (
        <form method="post" action={`/admin/ack/${token}`} class="form">
          <p>You look into it, and nobody else is called. The audit trail will say: {actor.name}.</p>
          <button type="submit" class="button-main">
            Acknowledge
          </button>
        </form>
      )}
      <p>
        <a href="/admin/alerts">Runbook and recent alerts</a>
      </p>
    </>
  );
}
