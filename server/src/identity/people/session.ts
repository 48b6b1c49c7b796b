// Who asks the portal: the person behind the session, and what they are in the company that the request names.
import type { IncomingHttpHeaders } from 'node:http';
import type { Environment } from '../../foundation/scope.ts';
import type { ActName, Role } from './acts.ts';

/** A signed-in person. Whoever has a second factor has passed it. */
export type Person = {
  /** The uuid of the user. */
  userId: string;
  sessionId: string;
  /** The token of the session: what the database knows it by. It is never shown or logged. */
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
  /** As the request names it; the sandbox for an act that needs none. */
  environment: Environment;
  verification: 'pending' | 'approved' | 'rejected';
  suspended: boolean;
};

/** What of a request tells who asks. */
export type SessionHeaders = Pick<IncomingHttpHeaders, 'cookie'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which act of the portal this route is; `acts.ts` says who may. */
    act?: ActName;
  }
  interface FastifyRequest {
    /** Set before any handler of an act runs. */
    person: Person;
    /** Set before any handler of an act that belongs to a company. */
    member: Member;
  }
}
