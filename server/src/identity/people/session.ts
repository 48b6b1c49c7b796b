// The caller of the portal: the person behind the session, and their role in the company that the request names.
import type { IncomingHttpHeaders } from 'node:http';
import type { Environment } from '../../foundation/scope.ts';
import type { ActionName, Role } from './actions.ts';

/** A signed-in person, who has passed the second factor if they have one. */
export type Person = {
  /** The uuid of the user. */
  userId: string;
  sessionId: string;
  /** The session token, by which the database finds the session. Never show or log it. */
  token: string;
  name: string;
  email: string;
  hasSecondFactor: boolean;
  /** When this session last gave a code of the second factor. */
  steppedUpAt: Date | undefined;
};

/** A person in the company that the request names. */
export type Member = {
  person: Person;
  /** The uuid of the company. */
  companyId: string;
  role: Role;
  /** From the request; the sandbox for an action that needs none. */
  environment: Environment;
  verification: 'pending' | 'approved' | 'rejected';
  suspended: boolean;
};

/** The headers that identify the caller. */
export type SessionHeaders = Pick<IncomingHttpHeaders, 'cookie'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of this portal route; `actions.ts` lists who may. */
    action?: ActionName;
  }
  interface FastifyRequest {
    /** Set before any handler of an action runs. */
    person: Person;
    /** Set before any handler of an action that belongs to a company. */
    member: Member;
  }
}
