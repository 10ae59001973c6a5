/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Choice,
  EmptyState,
  Field,
  KeyValue,
  Secret,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import type { MemberRow } from "../members/index.ts";

type Listed = MemberRow & { email: string };

interface MembersProps {
  members: readonly Listed[];
  /** The address of the page. */
  at: string;
  /** What a reader who may change members does with one, and the page for it. */
  action: string;
  toAction: (id: number) => string;
  /** Null for readers who may only look. */
  token: string | null;
  /** Whether the reader may invite members who manage. */
  mayGiveManage: boolean;
  hasMail: boolean;
  now: number;
}

const ACCESSES = [
  ["read", "read: sees everything, changes nothing"],
  ["manage", "manage: changes what the operators permit"],
] as const;

/** The people who sign in to a partner's pages, with the form that invites one. */
export function Members(props: MembersProps): JSX.Element {
  const { members, at, action, toAction, token, mayGiveManage, hasMail, now } = props;
  return (
    <>
      {members.length === 0 ? (
        <EmptyState title="Members will be here.">
          People who sign in by themselves, each under a name of their own in the audit trail.
        </EmptyState>
      ) : (
        <Table
          caption="Members"
          columns={[
            { head: "Name", cell: ({ name }) => name },
            { head: "E-mail", cell: ({ email }) => <span class="anywhere">{email}</span> },
            { head: "Access", cell: ({ access }) => access },
            { head: "State", cell: (member) => <MemberState member={member} /> },
            { head: "Last sign-in", cell: (member) => <LastSignIn member={member} now={now} /> },
            ...(token === null
              ? []
              : [{ head: "Action", cell: ({ id }: Listed) => <a href={toAction(id)}>{action}</a> }]),
          ]}
          rows={members}
          keyOf={({ id }) => String(id)}
        />
      )}
      {token !== null && (
        <>
          <h2 id="invite">Invite</h2>
          <p>
            {hasMail
              ? "The invitation is sent by mail; its link opens once, within 7 days."
              : "This server sends no mail: the link is shown to you, once, to hand over."}
          </p>
          <Action to={at} csrfToken={token} label="Invite" main>
            <Field name="name" label="Name" required />
            <Field name="email" label="E-mail" required />
            <Choice name="access" label="Access" options={mayGiveManage ? ACCESSES : ACCESSES.slice(0, 1)} />
            {!mayGiveManage && <p class="note">Only owners invite members who manage.</p>}
          </Action>
        </>
      )}
    </>
  );
}

interface MemberProps {
  member: Listed;
  /** The address of the page. */
  at: string;
  token: string | null;
  hasMail: boolean;
  now: number;
}

/** One member, with access, a new link, and the end. */
export function Member({ member, at, token, hasMail, now }: MemberProps): JSX.Element {
  return (
    <>
      <KeyValue
        rows={[
          ["Name", member.name],
          ["E-mail", member.email],
          ["Access", member.access],
          ["State", <MemberState key="state" member={member} />],
          ["Last sign-in", <LastSignIn key="last" member={member} now={now} />],
          ["Invited", <Time key="invited" at={member.created_at} now={now} />],
        ]}
      />
      {token !== null && (
        <>
          <h2 id="access">Access</h2>
          <Action to={`${at}/access`} csrfToken={token} label="Save access">
            <Choice name="access" label="Access" options={ACCESSES} value={member.access} />
          </Action>
          <h2 id="link">Link</h2>
          <Action
            to={`${at}/link`}
            csrfToken={token}
            label={hasMail ? "Send a new link" : "Create a new link"}
          />
          <h2 id="end">Remove</h2>
          <p>
            <a href={`${at}/remove`}>Remove the member</a>
          </p>
        </>
      )}
    </>
  );
}

/** A member's link where no mail is sent; it cannot be shown again. */
export function ShownInvitation({ name, url, to }: { name: string; url: string; to: string }): JSX.Element {
  return (
    <>
      <p class="lead">
        This link is shown only once, and signs in as {name}. Hand it over by a private channel.
      </p>
      <p class="anywhere">
        <Secret value={url} label="the link" />
      </p>
      <p>
        <a href={to}>To the members</a>
      </p>
    </>
  );
}

function MemberState({ member }: { member: MemberRow }): JSX.Element {
  return member.last_sign_in_at === null ? (
    <StatusMark status="unknown" word="invited" />
  ) : (
    <StatusMark status="ok" word="active" />
  );
}

function LastSignIn({
  member: { last_sign_in_at: at },
  now,
}: {
  member: MemberRow;
  now: number;
}): JSX.Element {
  return at === null ? <>never</> : <Time at={at} now={now} />;
}
