import { InvalidAnswer } from "../../../kit/network/http/answer-head.ts";

/** Why an attempt got no answer. */
export interface Fault {
  reasonTag:
    | "timeout"
    | "dns_error"
    | "connection_error"
    | "tls_error"
    | "http_error"
    | "blocked_target"
    | "other";
  /** A sentence for the partner; it names only addresses that the partner wrote. */
  error: string;
}

/** A fault that salute itself detects. */
export class TargetFault extends Error {
  constructor(
    readonly reasonTag: Fault["reasonTag"],
    message: string,
  ) {
    super(message);
  }
}

const CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before an answer came",
  ECONNABORTED: "the connection was closed before an answer came",
  EPIPE: "the connection was closed before an answer came",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  EADDRNOTAVAIL: "the host cannot be reached",
  EAFNOSUPPORT: "this server has no address of the target's kind",
};

/** Node's codes for certificate errors of OpenSSL and for failed handshakes. */
const TLS =
  /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_|PATH_LENGTH|CRL_|ERROR_IN_CERT|OUT_OF_MEM$)/;
/** Private and nonexistent names give the same text; otherwise a partner could list internal names. */
export const NO_PUBLIC_ADDRESS = "the name has no address on the public internet";
const UNKNOWN = /^(ENOTFOUND|ENODATA|EAI_NONAME|EAI_NODATA)$/;
const DNS = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EFORMERR|EBADRESP|ENONAME|EBADNAME|ETIMEOUT|DNS_)/;

/** The reason tag and text for a runtime error (reason_tag of contract section 9). */
export function classifyError(error: unknown): Fault {
  if (error instanceof TargetFault) return { reasonTag: error.reasonTag, error: error.message };
  if (error instanceof InvalidAnswer)
    return { reasonTag: "http_error", error: `the answer is not HTTP (${error.code})` };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = CONNECTION[code];
  if (known !== undefined) return { reasonTag: "connection_error", error: known };
  if (UNKNOWN.test(code)) return { reasonTag: "dns_error", error: NO_PUBLIC_ADDRESS };
  if (DNS.test(code)) return { reasonTag: "dns_error", error: `the name could not be resolved (${code})` };
  if (TLS.test(code))
    return { reasonTag: "tls_error", error: `no trusted connection could be made (${code})` };
  return {
    reasonTag: "other",
    error: code === "" ? "the request could not be sent" : `the request failed (${code})`,
  };
}
