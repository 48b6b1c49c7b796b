// The desk's dependencies.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../../foundation/clock.ts';
import type { Peppers, SealingKeys } from '../../foundation/config.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Actor } from '../../identity/operators/act.ts';
import type { People } from '../../identity/people/auth.ts';
import type { Person } from '../../identity/people/session.ts';
import type { DocumentStore } from '../../identity/verifications/documents.ts';
import type { Heads } from '../../ledger/seals/heads.ts';
import type { Recovery } from '../../oversight/recovery/survey.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Fence } from '../../platform/fence/fence.ts';
import type { AllowList } from '../../platform/guard/allow.ts';
import type { DeadLetters } from '../../platform/queue/dead-letters.ts';
import type { WorkingToken } from './sql.ts';

export type DeskDeps = {
  /** With the role of the operators' command line. */
  db: Db;
  /** The same, for reads of whole histories, such as verifying a chain. */
  histories: Db;
  clock: Clock;
  peppers: Peppers;
  cell: string;
  /** With the role of operators' sign-in. */
  own: Db;
  /** Operators' sign-in. */
  people: People;
  deadLetters: DeadLetters;
  /** The store of verification documents, and the keys that open them. */
  store: DocumentStore;
  documentKeys: SealingKeys;
  /** Seals webhook secrets; undefined when it is not set. */
  sealingKeys: SealingKeys | undefined;
  /** Non-public hosts to which webhooks may be sent. */
  allow: AllowList;
  /** Reads the exported heads of the chains; undefined when their location is not configured. */
  readHeads: (() => Promise<Heads>) | undefined;
  /** What recovers a fenced database; undefined when the store of what is exported is not configured. */
  recovery: Recovery | undefined;
  /** Whether writes are refused. */
  fence: Pick<Fence, 'check'>;
  log: Logger;
  /** Where requests are counted, if metrics are on. */
  registry?: Registry | undefined;
  /** Scheme, host and port of the desk; requests from other origins are refused. */
  publicUrl: string;
  trustedProxies: readonly string[];
  /** Directory of the built pages; without it the desk serves none. */
  pages: string | undefined;
};

/** The operator and their credential: a session or a personal token. */
export type DeskOperator = {
  id: string;
  name: string;
  email: string;
  actor: Actor;
  hasSecondFactor: boolean;
  /** When this session or token last presented a second-factor code. */
  steppedUpAt: Date | undefined;
  by: { person: Person } | { token: WorkingToken };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of an action runs. */
    operator: DeskOperator;
  }
}

/** The tools of the capabilities for an operator: the command line calls them a session. */
export const toolsOf = ({ db, clock, peppers, cell }: DeskDeps, operator: DeskOperator) => ({
  db,
  clock,
  peppers,
  cell,
  actor: operator.actor,
});

/** The keys that seal webhook secrets; without them, only requests that need these secrets are refused. */
export const webhookKeysOf = ({ sealingKeys }: DeskDeps): SealingKeys => sealingKeys ?? refuse('webhook_keys_missing');
