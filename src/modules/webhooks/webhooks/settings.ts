import type { Static } from "@sinclair/typebox";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { formatMetadata } from "../../platform/metadata/index.ts";
import { MASK, OWN_HEADERS, type OwnHeaders, writeHeaderNames } from "../deliveries/index.ts";
import { SUBSCRIBED } from "../events/index.ts";
import { headerFault } from "./header-rules.ts";
import type { WebhookSettings } from "./model.ts";
import { type TargetPolicy, targetFault } from "./rules.ts";
import type { Settings, WebhookRow } from "./store.ts";

/** What the checks of a webhook's settings need. */
export interface SettingsTerms {
  keyring: Keyring;
  /** The targets that this installation allows. */
  targets: TargetPolicy;
  /** Context of the sealed headers. */
  uid: string;
  /** The webhook as stored; null for a new one. */
  stored: WebhookRow | null;
}

/** A key that may change a webhook could otherwise read its headers' values by a receiver of its own. */
export function isOtherOrigin({ target_url }: WebhookRow, changed: Partial<Settings>): boolean {
  return (
    changed.target_url !== undefined && new URL(changed.target_url).origin !== new URL(target_url).origin
  );
}

/** The columns for the given settings; settings that are not given have none. @throws Problem invalid_payload */
export function columnsFor(
  {
    event_type,
    event_types,
    target_url,
    description,
    headers,
    max_per_second,
    metadata,
  }: Static<typeof WebhookSettings>,
  { keyring, targets, uid, stored }: SettingsTerms,
): Partial<Settings> {
  const types = subscribedTypes({ event_type, event_types });
  const fault = target_url === undefined ? null : targetFault(target_url, targets);
  if (fault !== null) throw invalidPayload("target_url", fault);
  const keptFrom = stored === null || isOtherOrigin(stored, { target_url }) ? null : stored.headers_sealed;
  return {
    ...(types !== null && { event_types: SUBSCRIBED.write(types) }),
    ...(target_url !== undefined && { target_url }),
    ...(description !== undefined && { description }),
    ...(headers !== undefined && headerColumns(headers ?? {}, keptFrom, { keyring, uid })),
    ...(max_per_second !== undefined && { max_per_second }),
    ...(metadata !== undefined && { metadata: formatMetadata(metadata) }),
  };
}

/** Null if neither is given. */
function subscribedTypes({
  event_type,
  event_types,
}: Pick<Static<typeof WebhookSettings>, "event_type" | "event_types">): readonly string[] | null {
  if (event_types === undefined) return event_type === undefined ? null : [event_type];
  if (event_type !== undefined && event_type !== event_types[0])
    throw invalidPayload("event_type", "must be the first of event_types, or be left out");
  return event_types;
}

/** @param keptFrom the sealed headers whose values a mask keeps; null if none may be kept */
function headerColumns(
  headers: OwnHeaders,
  keptFrom: string | null,
  { keyring, uid }: Pick<SettingsTerms, "keyring" | "uid">,
): Pick<Settings, "header_names" | "headers_sealed"> {
  const found = headerFault(headers);
  if (found !== null) throw invalidPayload(`headers.${found.name}`, found.fault);
  const values = keptFrom === null ? {} : OWN_HEADERS.read(keyring.unseal(keptFrom, uid));
  const unmasked = withoutMasks(headers, values);
  const header_names = writeHeaderNames(headers);
  return {
    header_names,
    headers_sealed: header_names === null ? null : keyring.seal(OWN_HEADERS.write(unmasked), uid),
  };
}

/** The headers with the stored value for each mask, as answers show one. @throws Problem invalid_payload if there is none */
function withoutMasks(headers: OwnHeaders, stored: OwnHeaders): OwnHeaders {
  const values = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const unmasked = value === MASK ? values.get(name.toLowerCase()) : value;
      if (unmasked === undefined)
        throw invalidPayload(
          `headers.${name}`,
          `must be its value: ${MASK} keeps a stored one, and none may be kept`,
        );
      return [name, unmasked];
    }),
  );
}
