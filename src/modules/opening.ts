/** A module that adds services of its own to those of the modules before it. */
export interface Opens<Needs, Own extends object> {
  open: (parts: Needs) => Own | Promise<Own>;
}

/** Opens modules one after another; each builds on the services of those before it, which the types require. */
export class Opening<Parts extends object> {
  constructor(readonly opened: Promise<Parts>) {}

  /** Adds the module's services to the same object, so that what holds it sees those of later modules too. */
  with<Own extends object>({ open }: Opens<Parts, Own>): Opening<Parts & Own> {
    return new Opening(this.opened.then(async (parts) => Object.assign(parts, await open(parts))));
  }
}
