import { SECOND_MS } from "../../../kit/clock.ts";
import { withoutInvisible } from "../../../kit/plain-text.ts";
import { MailRefused, type MailTransport } from "./deliver.ts";

/** Bytes per encoded word: with its frame, less than RFC 2047's 75 characters. */
const WORD_BYTES = 45;

/**
 * A subject as encoded words (RFC 2047), always: plain text that looks like an encoded word would otherwise be
 * decoded by the reader's program to a text that was never checked.
 */
function encodeSubject(subject: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of subject) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  if (word !== "") words.push(word);
  return words.map((each) => `=?UTF-8?B?${Buffer.from(each).toString("base64")}?=`).join("\r\n ");
}

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  url: string;
  /** The sender now: an address, or a name and an address. */
  from: () => string | { name: string; address: string };
  /** Ends each text; empty for none. */
  signature: () => string;
}

const CONNECT_MS = 10 * SECOND_MS;
const SILENCE_MS = 30 * SECOND_MS;

/**
 * Sends mail by SMTP with one connection per mail. A password is sent only over verified TLS; without a password,
 * STARTTLS is used if offered, with any certificate, as between mail servers. On this machine nothing is verified.
 */
export function createSmtpTransport({ url, from, signature }: SmtpSettings): MailTransport {
  const options = connectionOptions(new URL(url));
  return {
    async send({ to, subject, text, unsubscribeUrl }, id) {
      // Loading the library takes a moment, which the start should not wait for.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(options);
      const sender = from();
      const address = typeof sender === "string" ? sender : sender.address;
      const domain = /@([^>\s]+)/.exec(address)?.[1] ?? "localhost";
      try {
        await transport.sendMail({
          from: sender,
          to: { name: "", address: to },
          text: withoutInvisible(`${text}${signature()}`),
          messageId: `<${id}@${domain}>`,
          headers: {
            Subject: { prepared: true, value: encodeSubject(withoutInvisible(subject)) },
            "Auto-Submitted": "auto-generated",
            ...unsubscribeHeaders(unsubscribeUrl),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        throw refusalOf(error);
      } finally {
        transport.close();
      }
    },
  };
}

/** Headers for the unsubscribe button of mail programs (RFC 2369, RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function connectionOptions(url: URL) {
  const isSecure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isLocal = host === "localhost" || host === "::1" || host.startsWith("127.");
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const hasPassword = user !== "";
  return {
    host,
    port: url.port === "" ? (isSecure ? 465 : hasPassword ? 587 : 25) : Number(url.port),
    secure: isSecure,
    requireTLS: hasPassword && !isSecure && !isLocal,
    tls: { rejectUnauthorized: (hasPassword || isSecure) && !isLocal },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    ...(hasPassword ? { auth: { user, pass } } : {}),
  };
}

/** The library's messages may contain addresses and passwords; its codes do not. */
function refusalOf(error: unknown): MailRefused {
  const { code, command, responseCode } = error as {
    code?: unknown;
    command?: unknown;
    responseCode?: unknown;
  };
  const words = [code, command, responseCode].filter(
    (each) => typeof each === "number" || (typeof each === "string" && /^[A-Z0-9 _]{1,20}$/.test(each)),
  );
  const isFinal = typeof responseCode === "number" && responseCode >= 500 && code !== "EAUTH";
  return new MailRefused(words.join(" ") || "no answer", isFinal);
}
