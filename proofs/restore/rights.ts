// Rights that are taken away shortly before a loss, and must stay away.
import { randomUUID } from 'node:crypto';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { newOperator } from '@cardwright/stack/operators.ts';
import { makeKey, newCompany } from '../harness/companies.ts';
import type { Buyer } from './intents.ts';
import { askDesk, type Life } from './life.ts';

/** What was taken away: the text of a key, the token of an operator, and a company. */
export type Rights = { revoked: string; removed: string; suspended: string };

/** Gives a key, an operator and a company; returns how to take them away, each exported when it is answered. */
export async function giveRights(life: Life, { id: company, companyId }: Buyer): Promise<() => Promise<Rights>> {
  const { stack, tools } = life;
  const suspended = toId('company', await newCompany(tools, 'Suspended'));
  const scope = { companyId, environment: 'sandbox' } as const;
  const key = await makeKey(tools, scope, { name: 'to be revoked', scopes: ['balance:read'] });
  const operator = await newOperator(stack.databaseUrl, { name: 'Carl', email: `${randomUUID()}@example.com` });
  const reason = 'a proof';
  return async () => {
    for (const [path, json] of [
      [`/companies/${company}/keys/${toId('key', key.id)}/revoke`, { environment: 'sandbox' }],
      [`/companies/${suspended}/suspend`, { reason }],
      [`/operators/${toId('operator', operator.id)}/disable`, { reason }],
    ] as const) {
      const { status, exported, body } = await askDesk(stack, 'POST', path, { json });
      if (status !== 200 || exported !== 'done')
        throw new Error(`${path}: ${status} ${exported} ${JSON.stringify(body)}`);
    }
    return { revoked: key.text, removed: operator.token, suspended };
  };
}
