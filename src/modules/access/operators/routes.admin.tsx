/** @jsxImportSource preact */

import { OPERATOR_COOKIE } from "../../../http/access/session-cookie.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, type OperatorActor, seeOther } from "../../../http/operation.ts";
import type { Reader, Site } from "../../../pages/index.ts";
import { adminForm, adminPage, adminResponse, confirmedForm } from "../../platform/admin-page/index.ts";
import { listPasskeys, PasskeySection } from "../passkeys/index.ts";
import { Account, RecoveryCodes } from "./account-page.tsx";
import { describePasswordRemoval } from "./effects.tsx";
import { ChangePasswordForm, CodeForm } from "./model.ts";
import { requireSelf, toSubject } from "./passkeys/manage-passkeys.ts";
import { OWN_PASSKEYS, type PasskeyParts, passkeyRoutes } from "./passkeys/routes.account.tsx";
import { countRecoveryCodes } from "./recovery-codes.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./second-factor.ts";
import { deleteSession, deleteSessions, listSessions } from "./sessions/store.ts";
import { changePassword, removePassword } from "./set-password.ts";
import { isTrusted } from "./sign-in.ts";
import type { SignInGuard } from "./sign-in-guard/sign-in-guard.ts";
import { findOperator } from "./store.ts";
import { listTokens } from "./tokens/store.ts";
import { TokenSection } from "./tokens/token-section.tsx";
import { totpUri } from "./totp.ts";

interface AccountParts extends PasskeyParts {
  guard: SignInGuard;
}

/** Form fields whose values an attacker may guess. */
const GUESSED: readonly string[] = ["current", "code"];

const ACCOUNT = "/admin/account";

/** An operator's own account: for any role, but only a session that signed in with the password may change it. */
export function accountRoutes(parts: AccountParts): Operation[] {
  return [
    signOut(parts),
    accountPage(parts),
    ...passkeyRoutes(parts),
    changePasswordForm(parts),
    ...removePasswordForm(parts),
    ...secondFactorForms(parts),
    endOthers(parts),
  ];
}

const SELF = { role: "viewer", sessionOnly: true } as const;

/** Wrong passwords and codes here count as failed sign-ins, because the session may be stolen. */
function guarded<Value>(
  { live, guard }: AccountParts,
  { actor: { name }, address, now, code }: GuardedAttempt,
  work: () => Promise<Value>,
): Promise<Value> {
  const attempt = { name, address, now, isTrusted: isTrusted(live.read, { name, address, code }) };
  return guard.during(attempt, ({ options }) => GUESSED.includes(options.details?.[0]?.field ?? ""), work);
}

interface GuardedAttempt {
  actor: OperatorActor;
  address: string;
  now: number;
  /** The code of the second factor, or a recovery code, if one is given. */
  code: string | null;
}

function signOut({ site, live }: AccountParts): Operation {
  return adminForm(site, {
    ...SELF,
    id: "signOut",
    path: "/admin/sign-out",
    summary: "End this session",
    done: null,
    inSafeMode: true,
    submit: async ({ actor, baseUrl }) => {
      const tokenHash = actor.session?.tokenHash;
      if (tokenHash !== undefined) await live.writer.run((tx) => deleteSession(tx, tokenHash));
      return seeOther("/admin/sign-in", { "set-cookie": OPERATOR_COOKIE.end(baseUrl) });
    },
  });
}

function accountPage({ site, keyring }: AccountParts): Operation {
  return adminPage(site, {
    id: "accountPage",
    path: ACCOUNT,
    summary: "Your passkeys, password, second factor and sessions",
    title: "Your account",
    content: ({ sql, reader, tokenHash, now, baseUrl }) => {
      const row = findOperator(sql, reader.name);
      if (row === null) throw new Problem("forbidden", "Sign in again.", { reason: "operator_required" });
      const isPending = row.totp_sealed !== null && row.totp_confirmed_at === null;
      const secret = isPending ? keyring.unseal(row.totp_sealed ?? "", row.name) : null;
      const pending =
        secret === null ? null : { secret, uri: totpUri(secret, new URL(baseUrl).host, row.name) };
      const sessions = listSessions(sql, row.id, now);
      const codesLeft = countRecoveryCodes(sql, row.id);
      const { csrfToken } = reader;
      const own = listPasskeys(sql, toSubject(row));
      const passkeys =
        csrfToken === null ? null : (
          <PasskeySection place={OWN_PASSKEYS} passkeys={own} {...{ csrfToken, baseUrl, now }} />
        );
      const tokens =
        csrfToken === null ? null : (
          <TokenSection
            tokens={listTokens(sql, row.id, now)}
            path={`${ACCOUNT}/tokens`}
            role={row.role}
            {...{ csrfToken, now }}
          />
        );
      return <Account {...{ reader, row, sessions, tokenHash, pending, codesLeft, passkeys, tokens, now }} />;
    },
  });
}

function changePasswordForm(parts: AccountParts): Operation {
  return adminForm(parts.site, {
    ...SELF,
    id: "changePassword",
    path: `${ACCOUNT}/password`,
    summary: "Change or set your password",
    done: "Password changed; your tokens and other sessions no longer work.",
    form: ChangePasswordForm,
    submit: async (context) => {
      const { actor, body, now } = context;
      await guarded(parts, { ...context, code: null }, () =>
        changePassword(parts.live, actor, { ...body, now }),
      );
      return seeOther(ACCOUNT);
    },
  });
}

function removePasswordForm({ site, live }: AccountParts): Operation[] {
  return confirmedForm(site, {
    ...SELF,
    id: "removePassword",
    path: `${ACCOUNT}/password/remove`,
    back: ACCOUNT,
    title: "Remove your password",
    summary: "Remove your password, so that only passkeys sign you in",
    errors: ["state_conflict"],
    effect: ({ sql, actor }) => describePasswordRemoval(sql, requireSelf(sql, actor)),
    done: "Password removed: from now on you sign in with a passkey.",
    submit: async ({ actor }) => {
      await live.writer.run((tx) => removePassword(tx, actor));
      return seeOther(ACCOUNT);
    },
  });
}

function secondFactorForms(parts: AccountParts): Operation[] {
  const { site, live, keyring } = parts;
  return [
    adminForm(site, {
      ...SELF,
      id: "beginSecondFactor",
      path: `${ACCOUNT}/second-factor`,
      summary: "Create the secret of a second factor",
      done: "Secret created: enter it in the app, and confirm it with a code.",
      errors: ["state_conflict"],
      submit: async ({ actor }) => {
        await live.writer.run((tx) => beginSecondFactor(tx, keyring, actor));
        return seeOther(`${ACCOUNT}#second-factor`);
      },
    }),
    adminForm(site, {
      ...SELF,
      id: "confirmSecondFactor",
      path: `${ACCOUNT}/second-factor/confirm`,
      summary: "Activate a second factor with its first code, and show the recovery codes once",
      done: null,
      status: 200,
      form: CodeForm,
      errors: ["state_conflict"],
      submit: async ({ actor, reader, body }) => {
        const codes = await live.writer.run((tx) =>
          confirmSecondFactor(tx, keyring, { actor, code: body.code }),
        );
        return recoveryCodesPage(site, reader, codes);
      },
    }),
    adminForm(site, {
      ...SELF,
      id: "renewRecoveryCodes",
      path: `${ACCOUNT}/second-factor/recovery-codes`,
      summary: "Create new recovery codes, and show them once",
      done: null,
      status: 200,
      form: CodeForm,
      errors: ["state_conflict"],
      submit: async (context) => {
        const { actor, reader, body } = context;
        const codes = await guarded(parts, { ...context, code: body.code }, () =>
          live.writer.run((tx) => renewRecoveryCodes(tx, keyring, { actor, code: body.code })),
        );
        return recoveryCodesPage(site, reader, codes);
      },
    }),
    adminForm(site, {
      ...SELF,
      id: "removeSecondFactor",
      path: `${ACCOUNT}/second-factor/remove`,
      summary: "Remove a second factor with one of its codes",
      done: "Second factor removed.",
      form: CodeForm,
      errors: ["state_conflict"],
      submit: async (context) => {
        const { actor, body } = context;
        await guarded(parts, { ...context, code: body.code }, () =>
          live.writer.run((tx) => removeSecondFactor(tx, keyring, { actor, code: body.code })),
        );
        return seeOther(ACCOUNT);
      },
    }),
  ];
}

function recoveryCodesPage(site: Site, reader: Reader, codes: readonly string[]): Response {
  return adminResponse(site, reader, {
    path: ACCOUNT,
    title: "Recovery codes",
    content: <RecoveryCodes codes={codes} />,
  });
}

function endOthers({ site, live }: AccountParts): Operation {
  return adminForm(site, {
    ...SELF,
    id: "endOtherSessions",
    path: `${ACCOUNT}/sessions/end-others`,
    summary: "End your other sessions",
    done: "Your other sessions are ended.",
    inSafeMode: true,
    submit: async ({ actor }) => {
      await live.writer.run((tx) => {
        const row = findOperator(tx, actor.name);
        if (row !== null) deleteSessions(tx, row.id, actor.session?.tokenHash ?? null);
      });
      return seeOther(ACCOUNT);
    },
  });
}
