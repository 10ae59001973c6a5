/** Why an authenticator's answer is refused. */
export type PasskeyFault =
  | "malformed"
  | "type"
  | "challenge"
  | "origin"
  | "relying_party"
  | "user"
  | "algorithm"
  | "signature"
  | "counter";

/** An authenticator's answer that does not hold. The message continues "The passkey's answer …". */
export class PasskeyRefusal extends Error {
  constructor(
    readonly fault: PasskeyFault,
    message: string,
  ) {
    super(message);
  }
}
