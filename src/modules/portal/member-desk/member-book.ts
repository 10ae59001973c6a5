import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import { ulid } from "../../../kit/ids.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { isPlainlyRead } from "../../../kit/plain-text.ts";
import { deletePasskeys } from "../../access/passkeys/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { DailyCap } from "../../platform/daily-caps/index.ts";
import { LookupKey } from "../../platform/lookup-keys/index.ts";
import { dropMail, type Postbox } from "../../platform/mail/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import {
  findMember,
  insertMember,
  listMembers,
  listMembersByEmail,
  type MemberRow,
  markRemoved,
  setAccess,
} from "../members/index.ts";
import {
  countOpenLinks,
  createMemberLink,
  deleteMembersLinks,
  deleteMembersSessions,
} from "../sessions/index.ts";
import { invitationMail, signInMail } from "./mails.ts";

interface Partner {
  id: number;
  name: string;
}

interface Invitation {
  partner: Partner;
  name: string;
  email: string;
  access: MemberRow["access"];
  baseUrl: string;
}

const MAX_MEMBERS = 100;
const INVITATION_MS = 7 * DAY_MS;
const SIGN_IN_MS = 15 * MINUTE_MS;
/** Sign-in links that one member may hold unopened, so that nobody floods a mailbox. Invitations do not count. */
const MAX_OPEN_LINKS = 3;
/** Sign-in mails that one network address may ask for in a UTC day. */
const MAX_REQUESTS_PER_ADDRESS = 20;
/** Invitations that one member may be sent again in a UTC day. */
const MAX_SENT_AGAIN = 10;
/** Partners that one person may be a member of, as far as a mail names them. */
const MAX_MEMBERSHIPS = 10;

/** The members of partners. Addresses are sealed, and found by a keyed hash. */
export class MemberBook {
  readonly #key: LookupKey;
  readonly #perAddress: DailyCap;
  readonly #perMember: DailyCap;

  /** @param postbox null if this server sends no mail: links are then shown to those who invite */
  constructor(
    private readonly keyring: Keyring,
    private readonly postbox: Postbox | null,
  ) {
    this.#key = new LookupKey(keyring, "portal_members");
    this.#perAddress = new DailyCap(keyring, "portal_sign_ins", MAX_REQUESTS_PER_ADDRESS);
    this.#perMember = new DailyCap(keyring, "portal_invitations", MAX_SENT_AGAIN);
  }

  get hasMail(): boolean {
    return this.postbox !== null;
  }

  /** The members who are not removed, by name, with their addresses. */
  list(sql: Sql, partnerId: number): (MemberRow & { email: string })[] {
    return listMembers(sql, partnerId).map((member) => ({ ...member, email: this.#emailOf(member) }));
  }

  /** @throws Problem not_found, also for another partner's member */
  require(sql: Sql, partnerId: number, id: number): MemberRow & { email: string } {
    const member = requireMember(sql, partnerId, id);
    return { ...member, email: this.#emailOf(member) };
  }

  /**
   * Adds a member, and mails the first link, or returns it without mail.
   * @throws InvalidInput for a name or an address that is taken; Problem state_conflict for too many members
   */
  invite(tx: Tx, actor: Actor, { partner, name, email, access, baseUrl }: Invitation): string | null {
    const members = this.list(tx, partner.id);
    if (members.length >= MAX_MEMBERS)
      throw new Problem("state_conflict", `Remove a member first: a partner has at most ${MAX_MEMBERS}.`);
    if (!isPlainlyRead(name)) throw new InvalidInput("name", "must hold no invisible characters");
    const email_hash = this.#key.make(tx, email.toLowerCase());
    if (members.some((member) => member.email_hash === email_hash))
      throw new InvalidInput("email", "must be an address that no member has");
    const uid = `pm_${ulid(tx.now, tx.random)}`;
    const email_sealed = this.keyring.seal(email, uid);
    const id = insertMember(tx, { uid, partner_id: partner.id, name, email_hash, email_sealed, access });
    recordAudit(tx, actor, {
      action: "member.invite",
      subject: `${partner.name}/${id}`,
      details: { partner: partner.name, name, access },
    });
    return this.#send(tx, partner, { member: requireMember(tx, partner.id, id), baseUrl });
  }

  /**
   * Sends a member a new invitation in place of earlier links and mails, or returns its link.
   * @throws Problem not_found; state_conflict if it was sent too often
   */
  sendAgain(
    tx: Tx,
    actor: Actor,
    { partner, id, baseUrl }: { partner: Partner; id: number; baseUrl: string },
  ): string | null {
    const member = requireMember(tx, partner.id, id);
    if (!this.#perMember.take(tx, String(id)))
      throw new Problem(
        "state_conflict",
        `Ask ${member.name} to look for the last one: ${MAX_SENT_AGAIN} links were sent today.`,
      );
    deleteMembersLinks(tx, id);
    dropMail(tx, aboutOf(id));
    recordAudit(tx, actor, {
      action: "member.send_link",
      subject: `${partner.name}/${id}`,
      details: { partner: partner.name, name: member.name },
    });
    return this.#send(tx, partner, { member, baseUrl });
  }

  /**
   * Mails a sign-in link to each member with an address. What happens does not show whether there is one.
   * @param address of the requester. @throws Problem rate_limited after too many requests from it, whosever they were
   */
  requestSignIn(tx: Tx, { email, address, baseUrl, isOpen, readName }: SignInRequest): void {
    if (this.postbox === null) return;
    if (!this.#perAddress.take(tx, address)) throw tooManyRequests(tx.now);
    const hash = this.#key.make(tx, email.toLowerCase());
    const members = listMembersByEmail(tx, hash, MAX_MEMBERSHIPS).filter(
      (member) =>
        isOpen(member) &&
        countOpenLinks(tx, member.id, { now: tx.now, endBy: tx.now + SIGN_IN_MS }) < MAX_OPEN_LINKS,
    );
    for (const member of members) {
      const url = createMemberLink(tx, { member, lifeMs: SIGN_IN_MS, baseUrl });
      this.postbox.post(tx, {
        to: this.#emailOf(member),
        ...signInMail({ partner: readName(member.partner_id), url, baseUrl }),
        partnerId: null,
        about: aboutOf(member.id),
      });
    }
  }

  /** @throws Problem not_found */
  setAccess(
    tx: Tx,
    actor: Actor,
    { partner, id, access }: { partner: Partner; id: number; access: MemberRow["access"] },
  ): void {
    const before = requireMember(tx, partner.id, id);
    setAccess(tx, id, access);
    recordAudit(tx, actor, {
      action: "member.set_access",
      subject: `${partner.name}/${id}`,
      details: { partner: partner.name, name: before.name, access, before: { access: before.access } },
    });
  }

  /** Removes a member: sessions, passkeys, links, mail and the address end with it. @throws Problem not_found */
  remove(tx: Tx, actor: Actor, { partner, id }: { partner: Partner; id: number }): void {
    const { name } = requireMember(tx, partner.id, id);
    deleteMembersSessions(tx, id);
    deletePasskeys(tx, { type: "member", id });
    dropMail(tx, aboutOf(id));
    markRemoved(tx, id);
    recordAudit(tx, actor, {
      action: "member.remove",
      subject: `${partner.name}/${id}`,
      details: { partner: partner.name, name },
    });
  }

  #send(
    tx: Tx,
    partner: Partner,
    { member, baseUrl }: { member: MemberRow; baseUrl: string },
  ): string | null {
    const url = createMemberLink(tx, { member, lifeMs: INVITATION_MS, baseUrl });
    if (this.postbox === null) return url;
    const { name } = member;
    const mail = invitationMail({ partner: partner.name, name, url, baseUrl });
    this.postbox.post(tx, {
      to: this.#emailOf(member),
      ...mail,
      partnerId: null,
      about: aboutOf(member.id),
    });
    return null;
  }

  #emailOf({ email_sealed, uid }: MemberRow): string {
    return email_sealed === null ? "" : this.keyring.unseal(email_sealed, uid);
  }
}

interface SignInRequest {
  email: string;
  address: string;
  baseUrl: string;
  /** Whether the member's partner may use its pages now. */
  isOpen: (member: MemberRow) => boolean;
  readName: (partnerId: number) => string;
}

function requireMember(sql: Sql, partnerId: number, id: number): MemberRow {
  const member = findMember(sql, partnerId, id);
  if (member === null)
    throw new Problem("not_found", `Choose a member from the list: there is no member ${id}.`);
  return member;
}

function tooManyRequests(now: number): Problem {
  return new Problem(
    "rate_limited",
    `Use your passkey, or ask again tomorrow: from your network, ${MAX_REQUESTS_PER_ADDRESS} links were asked for today.`,
    { headers: { "retry-after": String(Math.ceil((DAY_MS - (now % DAY_MS)) / SECOND_MS)) } },
  );
}

function aboutOf(memberId: number): string {
  return `portal:member:${memberId}`;
}
