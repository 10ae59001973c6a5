/** A value breaks a rule. Commands report it under their flag, forms beside their field. */
export class InvalidInput extends Error {
  /**
   * @param field the field's name in forms, such as allowed_ips
   * @param message completes a sentence that begins with the field, without a full stop: `must be a host name`
   */
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}
