// The two operators of a stack, as proposals need two people. Their tokens are derived from the stack's secrets, and
// have no waiting time.
import { createHmac } from 'node:crypto';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { newSecret } from '@cardwright/server/foundation/secrets.ts';
import { type Actor, byToken, type Proposed } from '@cardwright/server/identity/operators/act.ts';
import { hashOfToken } from '@cardwright/server/identity/operators/operators.ts';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { asAdministrator } from '@cardwright/server/platform/db/migrate.ts';
import type pg from 'pg';

/** The demo operator of the command line and the desk, and a second one who approves. */
export const DEMO_OPERATOR = 'operator@example.com';
const people = [
  { name: 'Demo Operator', email: DEMO_OPERATOR },
  { name: 'Second Operator', email: 'second-operator@example.com' },
];

/** The token of the first or the second operator of a stack. */
export const operatorToken = (peppers: string, number: 0 | 1): string =>
  `cwop_${createHmac('sha256', peppers).update(`operator ${number}`).digest('base64url')}`;

/** Both of them, as actors. */
export const operatorsOf = (peppers: string): { actor: Actor; second: Actor } => ({
  actor: byToken(operatorToken(peppers, 0)),
  second: byToken(operatorToken(peppers, 1)),
});

/** The result of an action that may need two people. */
type Answer = boolean | string | Proposed | { refused: string } | { proposed?: string };

/** Approves the first operator's proposal, if it is one, as the second operator. */
export async function agree({ db, second }: { db: Db; second: Actor }, answer: Answer): Promise<void> {
  if (typeof answer !== 'object') return;
  if ('refused' in answer) throw new Error(`nothing was proposed: ${answer.refused}`);
  if (answer.proposed === undefined) return;
  const approved = await approve({ db, actor: second }, answer.proposed);
  if (approved !== 'approved') throw new Error(`the second operator could not approve it: ${approved}`);
}

/** Creates an operator with a token as database administrator: without a proposal or waiting time. */
export async function newOperator(
  databaseUrl: string,
  { name, email }: { name: string; email: string },
): Promise<{ id: string; token: string; actor: Actor }> {
  return asAdministrator(databaseUrl, async (client) => {
    const now = new Date();
    const id = newUuid(now);
    const token = `cwop_${newSecret()}`;
    await client.query(
      'insert into operators (id, name, email, created_at, active_from, able_from) values ($1, $2, $3, $4, $4, $4)',
      [id, name, email, now],
    );
    await giveToken(client, email, token);
    return { id, token, actor: byToken(token) };
  });
}

/** A token without expiry that never needs a two-factor code. */
const giveToken = (client: pg.Client, email: string, token: string) =>
  client.query(
    `insert into desk.tokens (id, operator_id, name, hash, created_at, expires_at, stepped_up_at)
     select $1, o.id, 'of the stack', $2, now(), 'infinity', 'infinity' from operators o where o.email = $3
     on conflict do nothing`,
    [newUuid(new Date()), hashOfToken(token), email],
  );

/** Creates the operators of a stack as database administrator; existing ones stay. */
export async function seedOperators(databaseUrl: string, peppers: string): Promise<void> {
  await asAdministrator(databaseUrl, async (client) => {
    await client.query(`update operator_rules set wait = '0'`);
    await client.query('select install_operators($1::jsonb)', [JSON.stringify(people)]);
    for (const [number, { email }] of people.entries()) {
      await giveToken(client, email, operatorToken(peppers, number as 0 | 1));
    }
  });
}

/** Suppresses emails about the stack's own setup. */
export async function dropEmails(databaseUrl: string): Promise<void> {
  await asAdministrator(databaseUrl, (client) => client.query('delete from operator_mails'));
}
