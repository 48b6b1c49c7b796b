// What the desk works with.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Peppers, SealingKeys } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { People } from '../people/auth.ts';
import type { Person } from '../people/session.ts';
import type { DeadLetters } from '../queue/dead-letters.ts';
import type { Heads } from '../seals/heads.ts';
import type { DocumentStore } from '../verifications/documents.ts';

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

/** Who acts at the desk. */
export type DeskOperator = { id: string; name: string; email: string; person: Person };

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
  actor: { operatorId: operator.id },
});
