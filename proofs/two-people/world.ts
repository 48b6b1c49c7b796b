// Operators with credentials of every kind, and their calls: each is recorded, to be compared with the audit log.
import { createHash, randomBytes } from 'node:crypto';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { type Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import { administratorDb } from '../harness/companies.ts';
import type { Context } from '../harness/proof.ts';

/** The result of a call: `done`, `proposed`, `approved`, `withdrawn`, a refusal's code, or a database error. */
export type Outcome = string;

export type Operator = { id: string; email: string };

/** A session or a token, whose operator the audit log must name. */
export type Credential = { text: string | null; of: string };

/** Database errors, in words. */
const raised: Record<string, Outcome> = { CW020: 'nobody', CW021: 'code_needed', CW022: 'token_may_not' };

/** Concurrent calls of a race, and one more. */
const CONNECTIONS = 8;

/** Longer than any run: a new operator stays new. */
const WAIT = '24 hours';

/** A code entered this long ago is fresh to the end of any run. */
const FRESH = '-1 day';

export const REASON = 'made by a proof';

const newId = () => newUuid(new Date());

/** A run: the database as its administrator sees it, the desk's role, and what must be in the audit log. */
export class World {
  readonly db: Db;
  readonly desk: Db;
  /** The proof's own transactions, which insert what no operator did. */
  readonly own: string[] = [];
  /** How often each operator did each action, by the answers. */
  readonly done = new Map<string, number>();
  calls = 0;

  constructor({ stack }: Context) {
    this.db = administratorDb(stack, CONNECTIONS);
    this.desk = openDb({
      url: stack.urlOf('cardwright_admin'),
      name: 'proof-desk',
      connections: CONNECTIONS,
      onError: () => undefined,
    });
  }

  async close(): Promise<void> {
    await this.desk.close();
    await this.db.close();
  }

  /** Writes what no operator did: a credential, a time in the past. */
  async write(...statements: Sql[]): Promise<void> {
    await this.db.writeUnscoped(async (tx) => {
      const [row] = await tx.query<{ xid: string }>(sql`select pg_current_xact_id()::xid::text as xid`);
      this.own.push(row?.xid ?? '');
      for (const statement of statements) await tx.query(statement);
    });
  }

  /** Records a successful call, which must be in the audit log as often. */
  note(operator: string, action: string): void {
    const name = `${operator} ${action}`;
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
  }

  /** An action of one operator, or a proposal of one that needs two. */
  async administer(by: Credential, action: string, given: object): Promise<{ outcome: Outcome; proposal: string }> {
    const asked = JSON.stringify(given);
    const { outcome, answer } = await this.call(
      sql`select administer(${by.text}, ${action}, ${asked}::jsonb, ${REASON}) as answer`,
    );
    if (outcome !== 'done') return { outcome, proposal: '' };
    const proposal = (answer as { proposed?: string }).proposed;
    this.note(by.of, proposal === undefined ? action : `${action}.propose`);
    return { outcome: proposal === undefined ? 'done' : 'proposed', proposal: proposal ?? '' };
  }

  /** A proposal about an invoice in review. */
  async proposeDecision(by: Credential, companyId: string, decision: object): Promise<Outcome> {
    const { outcome, answer } = await this.call(sql`
      select propose_decision(${by.text}, ${companyId}, 'live', ${JSON.stringify(decision)}::jsonb) as answer`);
    if (answer === 'proposed') this.note(by.of, 'review.propose');
    return outcome === 'done' ? String(answer) : outcome;
  }

  async approve(by: Credential, { proposal, action }: Proposal): Promise<Outcome> {
    const { outcome } = await this.call(sql`select approve_proposal(${by.text}, ${proposal}, '') as answer`);
    if (outcome !== 'done') return outcome;
    this.note(by.of, action === 'review.decide' ? 'review.approve' : action);
    return 'approved';
  }

  async withdraw(by: Credential, { proposal, action }: Proposal): Promise<Outcome> {
    const { outcome } = await this.call(sql`select withdraw_proposal(${by.text}, ${proposal}) as answer`);
    if (outcome !== 'done') return outcome;
    this.note(by.of, action === 'review.decide' ? 'review.withdraw' : `${action}.withdraw`);
    return 'withdrawn';
  }

  private async call(statement: Sql): Promise<{ outcome: Outcome; answer?: unknown }> {
    this.calls++;
    try {
      const [row] = await this.desk.query<{ answer: unknown }>(statement);
      const { refused } = (row?.answer ?? {}) as { refused?: string };
      return { outcome: refused ?? 'done', answer: row?.answer };
    } catch (error) {
      // On a busy machine no connection may open in time. Then nothing was sent.
      if (String(error).includes('timeout exceeded when trying to connect')) return this.call(statement);
      const code = String((error as { code?: string }).code ?? error);
      return { outcome: raised[code] ?? `raised ${code}` };
    }
  }

  /** An operator who may approve immediately. `from`: when they may begin. */
  async newOperator(name: string, from: Date = new Date()): Promise<Operator> {
    const operator = { id: newId(), email: `${name}-${randomBytes(6).toString('hex')}@proofs.example` };
    await this.write(
      sql`insert into operators (id, name, email, created_at, active_from, able_from)
          values (${operator.id}, ${name}, ${operator.email}, now(), ${from}, ${from})`,
      newUser(operator, name),
    );
    return operator;
  }

  /** Lets an operator sign in who was added by a proposal. */
  async newUser(operator: Operator): Promise<void> {
    await this.write(newUser(operator, 'Somebody'));
  }

  async newToken(
    { id }: Operator,
    { actions = null, expires = '1 day', revoked = false, code = FRESH }: TokenWish = {},
  ): Promise<Credential> {
    const text = `cwop_${randomBytes(32).toString('base64url')}`;
    await this.write(sql`
      insert into desk.tokens (id, operator_id, name, hash, actions, created_at, expires_at, revoked_at, stepped_up_at)
      values (${newId()}, ${id}, 'of a proof', ${createHash('sha256').update(text).digest()}, ${actions}::text[], now(),
              now() + ${expires}::interval, case when ${revoked} then now() end, now() - ${code}::interval)`);
    return { text: `token ${text}`, of: id };
  }

  async newSession({ id }: { id: string }, { expires = '1 day', code = FRESH }: SessionWish = {}): Promise<Credential> {
    const text = randomBytes(24).toString('base64url');
    await this.write(newSession(id, text, { expires, code }));
    return { text: `session ${text}`, of: id };
  }
}

export type Proposal = { action: string; proposal: string };

type SessionWish = { expires?: string; code?: string | null };
type TokenWish = SessionWish & { actions?: readonly string[] | null; revoked?: boolean };

/** A session as sign-in writes it; `code` is the age of the last code of the second factor. */
export const newSession = (
  user: string,
  token: string,
  { expires = '1 day', code = FRESH }: SessionWish = {},
): Sql => sql`
  insert into desk.sessions (id, user_id, token, expires_at, stepped_up_at, created_at, updated_at)
  values (${newId()}, ${user}, ${token}, now() + ${expires}::interval, now() - ${code}::interval, now(), now())`;

const newUser = ({ id, email }: Operator, name: string): Sql => sql`
  insert into desk.users (id, name, email, email_verified, two_factor_enabled, created_at, updated_at)
  values (${id}, ${name}, ${email}, true, true, now(), now())`;

/** From now on, a new operator waits. */
export const beginWaiting = (world: World): Promise<void> =>
  world.write(sql`update operator_rules set wait = ${WAIT}::interval`);
