/** @jsxImportSource preact */

import type { JSX } from "preact";
import { KeyValue, SandboxBanner, StatusMark, Table, Time } from "../../../pages/index.ts";
import { type KeyRow, keyView, oldSecretValidUntil } from "../../access/keys/index.ts";

export const PATH = "/partners/keys";
/** The page with the form of a new key. */
export const CREATE_PATH = "/partners/keys/new";

interface ListedKey {
  row: KeyRow;
  /** Unix milliseconds; null if none is known. */
  lastUseAt: number | null;
}

interface KeysProps {
  keys: readonly ListedKey[];
  mayCreate: boolean;
  now: number;
}

/** A partner's keys, each with its last use. */
export function Keys({ keys, mayCreate, now }: KeysProps): JSX.Element {
  return (
    <>
      {mayCreate && (
        <p>
          <a class="button button-main" href={CREATE_PATH}>
            Create key
          </a>
        </p>
      )}
      <Table
        caption="Keys"
        columns={[
          {
            head: "Key",
            cell: ({ row: { key_id } }) => (
              <a class="anywhere" href={`${PATH}/${key_id}`}>
                {key_id}
              </a>
            ),
          },
          { head: "Mode", cell: ({ row }) => row.mode },
          { head: "Status", cell: ({ row }) => <KeyStatus status={row.status} /> },
          { head: "Scopes", cell: ({ row }) => keyView(row).scopes.join(", ") },
          { head: "Last use", cell: ({ lastUseAt }) => <LastUse at={lastUseAt} now={now} /> },
          { head: "Created", cell: ({ row }) => <Time at={row.created_at} now={now} /> },
        ]}
        rows={keys}
        keyOf={({ row }) => row.key_id}
      />
      <p class="note">
        {mayCreate ? "The operators" : "The operators create keys, and"} change scopes, addresses and limits.
      </p>
    </>
  );
}

interface KeyProps extends ListedKey {
  mayManage: boolean;
  now: number;
}

/** One key, with its new secret and the end of the old one for sessions that may give them. */
export function Key({ row, lastUseAt, mayManage, now }: KeyProps): JSX.Element {
  const view = keyView(row);
  const until = oldSecretValidUntil(row, now);
  const at = `${PATH}/${row.key_id}`;
  return (
    <>
      {row.mode === "sandbox" && <SandboxBanner />}
      <KeyValue
        rows={[
          ["Key", <code key="id">{row.key_id}</code>],
          ["Mode", row.mode],
          ["Status", <KeyStatus key="status" status={row.status} />],
          ["Scopes", view.scopes.join(", ")],
          ["Addresses", view.allowed_ips.length === 0 ? "any" : view.allowed_ips.join(", ")],
          [
            "Domains of wallet challenges",
            view.domains.length === 0 ? "the server's" : view.domains.join(", "),
          ],
          ["Last use", <LastUse key="use" at={lastUseAt} now={now} />],
          ["Old secret valid until", until === null ? "none" : <Time key="old" at={until} now={now} />],
          ["Created", <Time key="created" at={row.created_at} now={now} />],
        ]}
      />
      {mayManage && (
        <>
          <h2 id="secret">Secret</h2>
          <ul>
            <li>
              <a href={`${at}/rotate`}>Rotate the secret</a>
            </li>
            {until !== null && (
              <li>
                <a href={`${at}/end-old-secret`}>End the old secret now</a>
              </li>
            )}
          </ul>
        </>
      )}
    </>
  );
}

function LastUse({ at, now }: { at: number | null; now: number }): JSX.Element {
  return at === null ? <>none in 35 days</> : <Time at={at} now={now} />;
}

function KeyStatus({ status }: { status: KeyRow["status"] }): JSX.Element {
  return <StatusMark status={status === "active" ? "ok" : "unknown"} word={status} />;
}
