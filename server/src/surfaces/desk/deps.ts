// What the desk works with.
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
import type { Db } from '../../platform/db/db.ts';
import type { AllowList } from '../../platform/guard/allow.ts';
import type { DeadLetters } from '../../platform/queue/dead-letters.ts';
import type { WorkingToken } from './sql.ts';

export type DeskDeps = {
  /** With the role of the operators' command line. */
  db: Db;
  /** The same, for what reads whole histories: a chain is verified from here. */
  histories: Db;
  clock: Clock;
  peppers: Peppers;
  cell: string;
  /** With the role of operators' sign-in. */
  own: Db;
  /** Operators' sign-in. */
  people: People;
  deadLetters: DeadLetters;
  /** Where the documents of verifications are, and the keys that open them. */
  store: DocumentStore;
  documentKeys: SealingKeys;
  /** What seals the secrets of webhooks; undefined when it is not set. */
  sealingKeys: SealingKeys | undefined;
  /** Hosts that webhooks may go to although they are not public. */
  allow: AllowList;
  /** Reads the exported heads of the chains; undefined when nobody said where they are. */
  readHeads: (() => Promise<Heads>) | undefined;
  log: Logger;
  /** Where requests are counted, if anybody asks. */
  registry?: Registry | undefined;
  /** Scheme, host and port of the desk; no other origin is answered. */
  publicUrl: string;
  trustedProxies: readonly string[];
  /** Directory of the built pages; without it the desk has none. */
  pages: string | undefined;
};

/** Who acts at the desk, and what they are known by: a session or a personal token. */
export type DeskOperator = {
  id: string;
  name: string;
  email: string;
  actor: Actor;
  hasSecondFactor: boolean;
  /** When a code of the second factor last came in this session, or with this token. */
  steppedUpAt: Date | undefined;
  by: { person: Person } | { token: WorkingToken };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of an act of the desk runs. */
    operator: DeskOperator;
  }
}

/** The tools of the capabilities, in the name of an operator: what the command line calls a session. */
export const toolsOf = ({ db, clock, peppers, cell }: DeskDeps, operator: DeskOperator) => ({
  db,
  clock,
  peppers,
  cell,
  actor: operator.actor,
});

/** The keys that seal the secrets of webhooks; only what concerns these secrets is refused without them. */
export const webhookKeysOf = ({ sealingKeys }: DeskDeps): SealingKeys => sealingKeys ?? refuse('webhook_keys_missing');
