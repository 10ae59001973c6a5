import type { Static } from "@sinclair/typebox";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { formatMetadata } from "../../platform/metadata/index.ts";
import { OWN_HEADERS, type OwnHeaders, writeHeaderNames } from "../deliveries/index.ts";
import { SUBSCRIBED } from "../events/index.ts";
import { headerFault } from "./header-rules.ts";
import type { WebhookSettings } from "./model.ts";
import { type TargetPolicy, targetFault } from "./rules.ts";
import type { Settings } from "./store.ts";

/** What the checks of a webhook's settings need. */
export interface SettingsTerms {
  keyring: Keyring;
  /** The targets that this installation allows. */
  targets: TargetPolicy;
  /** Context of the sealed headers. */
  uid: string;
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
  { keyring, targets, uid }: SettingsTerms,
): Partial<Settings> {
  const types = subscribedTypes({ event_type, event_types });
  const fault = target_url === undefined ? null : targetFault(target_url, targets);
  if (fault !== null) throw invalidPayload("target_url", fault);
  return {
    ...(types !== null && { event_types: SUBSCRIBED.write(types) }),
    ...(target_url !== undefined && { target_url }),
    ...(description !== undefined && { description }),
    ...(headers !== undefined && headerColumns(headers ?? {}, keyring, uid)),
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

function headerColumns(
  headers: OwnHeaders,
  keyring: Keyring,
  uid: string,
): Pick<Settings, "header_names" | "headers_sealed"> {
  const found = headerFault(headers);
  if (found !== null) throw invalidPayload(`headers.${found.name}`, found.fault);
  const header_names = writeHeaderNames(headers);
  return {
    header_names,
    headers_sealed: header_names === null ? null : keyring.seal(OWN_HEADERS.write(headers), uid),
  };
}
