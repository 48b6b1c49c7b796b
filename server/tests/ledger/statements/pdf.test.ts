// Who waits for whom when many statements are printed at once.
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import type { Activity } from '@cardwright/server/ledger/statements/activity.ts';
import { toPdf } from '@cardwright/server/ledger/statements/pdf.ts';
import { expect, test } from 'vitest';

const activity: Activity = {
  statement: {
    companyName: 'Paper Ltd',
    openingBalance: 0n,
    closingBalance: 0n,
    closingAvailable: 0n,
    incoming: 0n,
    outgoing: 0n,
    entries: [],
    chain: { before: null, after: null, sealedThrough: null },
  },
  rows: [],
};
const asked = { from: '2026-11-01', to: '2026-11-02', generatedAt: new Date() };
const print = (companyId: string) => toPdf({ companyId, environment: 'sandbox' }, activity, asked);

test('one company has a few that wait, and leaves room for the others', async () => {
  const [busy, other] = [newUuid(new Date()), newUuid(new Date())];
  const finished: string[] = [];
  const many = Array.from({ length: 8 }, () => print(busy).then(() => finished.push(busy)));
  const another = print(other).then(() => finished.push(other));
  const answers = await Promise.allSettled([...many, another]);
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array(4).fill('fulfilled'),
    ...Array(4).fill('rejected'),
    'fulfilled',
  ]);
  for (const answer of answers.slice(4, 8)) expect(answer).toMatchObject({ reason: { code: 'overloaded' } });
  expect(finished.indexOf(other), 'it did not wait behind them').toBeLessThanOrEqual(1);
  expect((await print(busy)).toString('latin1')).toMatch(/^%PDF-/);
});
