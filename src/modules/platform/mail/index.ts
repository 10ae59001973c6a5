export { createSmtpTransport } from "./client.ts";
export { type MailTransport, sendDueMail } from "./deliver.ts";
export { mailMetrics } from "./metrics.ts";
export { dropMail, type MailEnd, type Message, Postbox } from "./postbox.ts";
export { requirePlainlyRead } from "./require-plainly-read.ts";
export { type SendMailParts, sendMail } from "./send-mail.ts";
export { countByState, purgeMail } from "./store.ts";
