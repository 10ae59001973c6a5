import type { Sql } from "../../../db/sql.ts";
import type { Access, AccessDocument, Admission } from "../../../http/access/access.ts";
import { hasRole, type MemberActor, type PageSession, type Role } from "../../../http/access/actor.ts";
import { pageSession } from "../../../http/access/operator-auth.ts";
import type { ErrorRef } from "../../../http/answers/catalog.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { refuseExceeded } from "../../../http/rate-limit.ts";
import type { Scope } from "../../access/keys/index.ts";
import { type Power, readSettings } from "../settings/index.ts";
import { toMember } from "./member.ts";
import { MEMBER_COOKIE } from "./open-session.ts";
import { hasScope, isStanding, type KeyFiles } from "./standing.ts";
import { findSession, type OpenSession } from "./store.ts";

/** The needs of a page or form in addition to a role. */
interface MemberNeeds {
  /** The permission that it needs; null for none. */
  power: Power | null;
  /** The scope that the API requires for the same data; null for none. Sessions without a key have every scope. */
  scope: Scope | null;
}

/** Powers that lead to a key's secret. An operator's session has them only if an owner made its link. */
const OWNERS_POWERS: readonly Power[] = ["secrets", "keys", "members"];

/** Members of a partner, by the session of a portal link. */
export class MemberAccess implements Access {
  readonly kind = "member";
  readonly readsBodyFirst = false;
  readonly refusesUnknownQuery = true;
  readonly isCounted = true;
  readonly isPublic = false;
  readonly showsRetryClass = false;
  readonly needsFormToken = true;
  readonly codes: readonly ErrorRef[] = [
    "forbidden",
    "rate_limited",
    "invalid_query",
    "server_error",
    "db_unavailable",
  ];
  readonly changeCodes: readonly ErrorRef[] = [];
  readonly document: AccessDocument = {
    audience: "Member",
    sentence: "For a partner's members, in a session of the portal.",
    extensions: {},
    credentials: () => [],
    changeHeaders: [],
  };

  constructor(
    private readonly files: KeyFiles & { live: { read: Sql } },
    private readonly role: Role,
    private readonly needs: MemberNeeds,
  ) {}

  admit({ exchange, services }: Admission): MemberActor {
    exchange.headers["cache-control"] = "private, no-store";
    const { now, request } = exchange;
    const token = MEMBER_COOKIE.read(request, services.baseUrl());
    if (token === null) throw noSession();
    const session = pageSession(token);
    const found = this.#requireSession(session, now);
    const state = services.limiter.count("portal", session.tokenHash, services.limits.pages);
    exchange.noteLimit(state);
    refuseExceeded(state, now);
    return this.#requireMember(found, session);
  }

  /** The member of a session that is admitted elsewhere, uncounted. @throws Problem forbidden */
  readmit(session: PageSession, now: number): MemberActor {
    return this.#requireMember(this.#requireSession(session, now), session);
  }

  #requireSession({ tokenHash }: PageSession, now: number): OpenSession {
    const found = findSession(this.files.live.read, tokenHash, now);
    if (found === null || !isStanding(this.files, found)) throw noSession();
    return found;
  }

  #requireMember(found: OpenSession, session: PageSession): MemberActor {
    const member = toMember(found, session);
    const actor: MemberActor = this.#permits(found) ? member : { ...member, role: "viewer" };
    const { scope } = this.needs;
    if (scope !== null && !hasScope(this.files, member.keyId, scope))
      throw new Problem(
        "forbidden",
        `This session's key lacks the scope ${scope}; ask the operators for it.`,
        { reason: "scope" },
      );
    if (!hasRole(member.role, this.role))
      throw new Problem("forbidden", "Ask for a link with access manage: this session may only read.", {
        reason: "role",
      });
    if (!hasRole(actor.role, this.role))
      throw new Problem(
        "forbidden",
        this.#needsOwner(found)
          ? "Ask an owner of this server: a link that another operator made changes no keys and members."
          : "Ask the operators of this server: they do not permit this change in such a session.",
        { reason: "role" },
      );
    return actor;
  }

  /** A key's session changes no members, who would outlast the key. */
  #permits(session: OpenSession): boolean {
    const { power } = this.needs;
    if (power === null) return true;
    if ((power === "members" && session.key_id !== null) || this.#needsOwner(session)) return false;
    return readSettings(this.files.live.read, session.partner_id).powers.includes(power);
  }

  /** Links that name nobody and no key are operators'. */
  #needsOwner({ key_id, member_id, operator_role }: OpenSession): boolean {
    const { power } = this.needs;
    const isOwners = key_id !== null || member_id !== null || operator_role === "owner";
    return !isOwners && power !== null && OWNERS_POWERS.includes(power);
  }

  change(): never {
    throw new Error("members change things by forms only");
  }
}

function noSession(): Problem {
  return new Problem("forbidden", "Sign in, or open these pages with a new link: no session is open.", {
    reason: "session_required",
  });
}
