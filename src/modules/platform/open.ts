import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import type { BrandValues } from "../../pages/index.ts";
import { BrandBook, mailSignature } from "./brand/index.ts";
import { lookAtClock } from "./clock-step/index.ts";
import { JobMonitor } from "./jobs/index.ts";
import { createSmtpTransport, type MailTransport, Postbox } from "./mail/index.ts";
import type { Keyring } from "./master-key/index.ts";

export interface PlatformServices {
  /** The face of public pages, cards and mails. */
  brand: BrandBook;
  /** State of the job runner. */
  jobs: JobMonitor;
  /** Null if no mail server is configured. */
  mail: { postbox: Postbox; transport: MailTransport } | null;
}

interface Needs {
  config: {
    smtpUrl: string | null;
    mailFrom: string | null;
    publicBaseUrl: string | null;
  };
  clock: Clock;
  log: Logger;
  live: Database;
  keyring: Keyring;
  policies: { brand: BrandValues };
}

export async function openPlatform(parts: Needs): Promise<PlatformServices> {
  await lookAtClock(parts);
  const brand = new BrandBook(parts.live, parts.policies.brand);
  return { brand, jobs: new JobMonitor(), mail: openMail(parts, brand) };
}

function openMail({ config, keyring }: Needs, brand: BrandBook): PlatformServices["mail"] {
  const { smtpUrl: url, mailFrom, publicBaseUrl } = config;
  if (url === null) return null;
  const host = publicBaseUrl === null ? "localhost" : new URL(publicBaseUrl).hostname;
  const from = () => mailFrom ?? { name: brand.current().name, address: `no-reply@${host}` };
  const signature = () => mailSignature(brand.current());
  return { postbox: new Postbox(keyring), transport: createSmtpTransport({ url, from, signature }) };
}
