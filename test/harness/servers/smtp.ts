import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A message as received. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text; only 7bit and 8bit encodings are decoded. */
  text: string;
  isEncrypted: boolean;
  user: string | null;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  /** Resolves with the next message. */
  next(): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/** A real mail server on loopback, by default with STARTTLS and without authentication. */
export async function serveMail(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Otherwise it warns about its publicly known default certificate.
    logger: false,
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString("utf8"),
          isEncrypted: session.secure,
          user: typeof session.user === "string" ? session.user : null,
        };
        received.push(mail);
        for (const resolve of waiting.splice(0)) resolve(mail);
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server did not start");
  return {
    port: address.port,
    received,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
