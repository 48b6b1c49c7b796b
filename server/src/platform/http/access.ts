// What an endpoint requires of its caller, declared in the route.
import type { Caller } from '../../foundation/caller.ts';
import type { KeyScope } from '../../foundation/key-scopes.ts';
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';

/** Requests are counted separately by cost. */
export type LimitClass = 'reads' | 'writes' | 'statements';

export type Access = {
  /** The permission; `any` accepts every valid key. Any one of several is enough. */
  permission: KeyScope | 'any' | readonly KeyScope[];
  /** The required permission depends on the request: the handler checks it after reading the request. */
  byRequest?: true;
  limit: LimitClass;
  /** A sandbox helper: a live key is refused. */
  sandboxOnly?: true;
  /** Codes that it can answer with, beyond those that follow from its contract. */
  refuses?: readonly RefusalCode[];
  /** While there is more to learn, the answer says in Retry-After when to ask again. */
  follow?: true;
  /** Fields of the answer's example that differ from the example of its schema. */
  shows?: object;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** The caller; set before any handler of an endpoint runs. */
    caller: Caller;
  }
}

/** Declares who may call a route. */
export const access = (demands: Access): { access: Access } => ({ access: demands });
