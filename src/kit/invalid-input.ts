/** A value breaks a rule. Commands report it under their flag, forms beside their field. */
export class InvalidInput extends Error {
  /**
   * @param field the field's name in forms, such as allowed_ips
   * @param message a clause that makes sense without the field, and has no full stop
   */
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}
