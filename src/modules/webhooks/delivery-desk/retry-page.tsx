/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, EmptyState, KeyValue, type Reader } from "../../../pages/index.ts";
import { type Choice, MAX_CHOSEN } from "./bulk.ts";
import { wordOf } from "./list-page.tsx";
import { PATH, queryOf } from "./model.ts";

interface RetryProps {
  reader: Reader;
  choice: Choice;
  count: number;
  hasMore: boolean;
}

/** Preview of a bulk retry, with its confirmation. */
export function BulkRetry({ reader, choice, count, hasMore }: RetryProps): JSX.Element {
  const { filters, newest } = choice;
  const back = `${PATH}${queryOf(filters)}`;
  if (count === 0)
    return (
      <EmptyState title="Deliveries to retry would be here.">
        None fits these filters. <a href={back}>Back to the deliveries</a>
      </EmptyState>
    );
  const shown = count.toLocaleString("en");
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return (
    <>
      <p class="lead">
        {shown} {count === 1 ? "delivery" : "deliveries"} will be sent again, oldest first.
      </p>
      <KeyValue
        rows={given.map(([name, value]) => [
          name.replaceAll("_", " "),
          name === "state" ? wordOf(filters.state) : String(value),
        ])}
      />
      {hasMore && (
        <p>
          More fit: one retry takes at most {MAX_CHOSEN.toLocaleString("en")}, the newest. Retry again for the
          rest.
        </p>
      )}
      <p>
        Receivers that had one of them already see the same event_id in the body. Deliveries whose webhook is
        off are held until it is on; those of deleted webhooks stay as they are. The audit trail says who did
        this.
      </p>
      {reader.csrfToken !== null && (
        <Action
          to={`${PATH}/retry`}
          csrfToken={reader.csrfToken}
          label={`Retry ${shown} ${count === 1 ? "delivery" : "deliveries"}`}
          main
        >
          <input type="hidden" name="newest" value={newest} />
          {given.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
        </Action>
      )}
      <p>
        <a href={back}>Back without a retry</a>
      </p>
    </>
  );
}
