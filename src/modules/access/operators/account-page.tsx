/** @jsxImportSource preact */

import type { JSX } from "preact";
import { renderSVG } from "uqr";
import { Action, CodeBlock, Field, KeyValue, type Reader, StatusMark, Time } from "../../../pages/index.ts";
import { MIN_PASSWORD } from "./password.ts";
import { NewPasswordFields } from "./password-page.tsx";
import { SessionsTable } from "./sessions/sessions-table.tsx";
import type { SessionRow } from "./sessions/store.ts";
import type { OperatorRow } from "./store.ts";

interface AccountProps {
  reader: Reader;
  row: OperatorRow;
  sessions: readonly SessionRow[];
  /** The session that requested this page. */
  tokenHash: string | null;
  /** The secret awaiting its first code, and its otpauth address. */
  pending: { secret: string; uri: string } | null;
  /** Unused recovery codes. */
  codesLeft: number;
  /** The section on passkeys. */
  passkeys: JSX.Element | null;
  /** The section on tokens. */
  tokens: JSX.Element | null;
  now: number;
}

/** An operator's own page: passkeys, password, second factor, sessions. */
export function Account(props: AccountProps): JSX.Element {
  const { reader, row, passkeys, tokens, now } = props;
  const { csrfToken } = reader;
  return (
    <>
      <KeyValue
        rows={[
          ["Name", row.name],
          ["Role", row.role],
          [
            "Password set",
            row.password_set_at === null ? "never" : <Time at={row.password_set_at} now={now} />,
          ],
        ]}
      />
      {csrfToken === null ? (
        <p>A bearer token cannot change this account: sign in.</p>
      ) : (
        <>
          <h2 id="passkeys">Passkeys</h2>
          {passkeys}
          <h2 id="password">Password</h2>
          <Password row={row} csrfToken={csrfToken} />
          {row.password_hash !== null && (
            <>
              <h2 id="second-factor">Second factor</h2>
              <SecondFactor {...props} csrfToken={csrfToken} />
            </>
          )}
          <h2 id="tokens">Tokens</h2>
          {tokens}
          <h2 id="sessions">Sessions</h2>
          <Sessions {...props} csrfToken={csrfToken} />
        </>
      )}
    </>
  );
}

function Password({ row, csrfToken }: Pick<AccountProps, "row"> & { csrfToken: string }): JSX.Element {
  const hasPassword = row.password_hash !== null;
  return (
    <>
      <p>
        {hasPassword
          ? "Changing it ends your other sessions."
          : "Your account has none: only passkeys open it. Setting one ends your other sessions."}
      </p>
      <Action
        to="/admin/account/password"
        csrfToken={csrfToken}
        label={hasPassword ? "Change password" : "Set a password"}
      >
        <input type="text" name="username" value={row.name} autocomplete="username" hidden readOnly />
        {hasPassword && (
          <Field
            name="current"
            label="Current password"
            type="password"
            required
            autocomplete="current-password"
          />
        )}
        <NewPasswordFields note={`At least ${MIN_PASSWORD} characters.`} />
      </Action>
      {hasPassword && (
        <p>
          <a href="/admin/account/password/remove">Remove the password</a>, so that only passkeys sign you in
        </p>
      )}
    </>
  );
}

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }): JSX.Element {
  return (
    <>
      <p>
        The second factor is active. Keep these codes where you can find them without your phone: each one
        signs you in once instead of a code from the app, and they are not shown again.
      </p>
      <CodeBlock code={codes.join("\n")} label="Recovery codes" />
      <p>
        <a href="/admin/account">Back to your account</a>
      </p>
    </>
  );
}

const SECOND_FACTOR = "/admin/account/second-factor";

function SecondFactor(props: AccountProps & { csrfToken: string }): JSX.Element {
  const { row, pending, csrfToken } = props;
  if (row.totp_confirmed_at !== null) return <ActiveFactor {...props} since={row.totp_confirmed_at} />;
  if (pending !== null) return <PendingFactor pending={pending} csrfToken={csrfToken} />;
  return (
    <>
      <p>A code from an app on your phone, in addition to the password. Strongly recommended for owners.</p>
      <Action to={SECOND_FACTOR} csrfToken={csrfToken} label="Set up a second factor" />
    </>
  );
}

function ActiveFactor({
  since,
  codesLeft,
  csrfToken,
  now,
}: Pick<AccountProps, "codesLeft" | "now"> & { since: number; csrfToken: string }): JSX.Element {
  return (
    <>
      <p>
        <StatusMark status="ok" word="active" /> since <Time at={since} now={now} />
      </p>
      <p>{codesLeft} recovery codes are left.</p>
      <Action to={`${SECOND_FACTOR}/recovery-codes`} csrfToken={csrfToken} label="Create new recovery codes">
        <CodeField note="The code that the app shows now." />
      </Action>
      <Action to={`${SECOND_FACTOR}/remove`} csrfToken={csrfToken} label="Turn off second factor" dangerous>
        <CodeField note="The code that the app shows now, or a recovery code." />
      </Action>
    </>
  );
}

function PendingFactor({
  pending,
  csrfToken,
}: {
  pending: NonNullable<AccountProps["pending"]>;
  csrfToken: string;
}): JSX.Element {
  return (
    <>
      <p>
        Scan this with an authenticator app, or type in the secret. The second factor is active once you enter
        the first code.
      </p>
      <img
        class="qr"
        alt="QR code of the secret"
        width="200"
        height="200"
        src={`data:image/svg+xml;base64,${Buffer.from(renderSVG(pending.uri)).toString("base64")}`}
      />
      <p>
        <code>{pending.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <Action to={`${SECOND_FACTOR}/confirm`} csrfToken={csrfToken} label="Activate" main>
        <CodeField note="The code that the app shows now." />
      </Action>
    </>
  );
}

function CodeField({ note }: { note: string }): JSX.Element {
  return <Field name="code" label="Code" required autocomplete="one-time-code" note={note} />;
}

function Sessions({
  sessions,
  tokenHash,
  csrfToken,
  now,
}: AccountProps & { csrfToken: string }): JSX.Element {
  return (
    <>
      <SessionsTable
        endPath={({ id }) => `/admin/account/sessions/${id}/end`}
        {...{ sessions, tokenHash, csrfToken, now }}
      />
      {sessions.length > 1 && (
        <Action
          to="/admin/account/sessions/end-others"
          csrfToken={csrfToken}
          label="End other sessions"
          dangerous
        />
      )}
    </>
  );
}
