// What an endpoint demands of its caller, stated in the route's own declaration.
import type { Caller } from '../../foundation/caller.ts';
import type { KeyScope } from '../../foundation/key-scopes.ts';

/** Requests are counted apart by what they cost. */
export type LimitClass = 'reads' | 'writes' | 'statements';

export type Access = {
  /** The permission; `any` is every valid key. Of several, each alone opens the endpoint. */
  permission: KeyScope | 'any' | readonly KeyScope[];
  /** Which of several permissions is needed depends on the request: the handler demands it, once it has read that. */
  byRequest?: true;
  limit: LimitClass;
  /** A helper of the sandbox: a live key is refused. */
  sandboxOnly?: true;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Who asks; set before any handler of an endpoint runs. */
    caller: Caller;
  }
}

/** Declares who may call a route. */
export const access = (demands: Access): { access: Access } => ({ access: demands });
