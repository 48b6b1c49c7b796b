// Decisions of operators are exported in full within five seconds, beside the heads that prove them.
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { addOperator } from '@cardwright/server/identity/operators/operators.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyAudit } from '@cardwright/server/ledger/seals/verify.ts';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeStoreAway } from '../../store-away.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0, workers: 1 });
});
afterAll(() => world?.stop());

type Line = { entry: number; at: string; operator: string; action: string; subject: string; details: string };

const pathOfEntries = async (): Promise<string> => {
  const names = await readdir(world.stack.sealsDirectory).catch(() => []);
  return join(
    world.stack.sealsDirectory,
    names
      .filter((name) => name.startsWith('audit-'))
      .toSorted()
      .at(-1) ?? 'none',
  );
};

const exported = async (): Promise<Line[]> =>
  (await readFile(await pathOfEntries(), 'utf8').catch(() => ''))
    .split('\n')
    .slice(0, -1) // the last is empty, or still being written
    .map((line) => JSON.parse(line) as Line);

const heads = () => gatherHeads(openHeadFiles(world.stack.sealsDirectory, systemClock));

test('each decision is exported with its proposer, approver, evidence and effect', async () => {
  for (let round = 0; round < 4; round++) {
    const email = `joe-${round}@example.com`;
    const answer = await addOperator(world.tools, { name: 'Joe Doe', email, reason: 'Joe starts on Monday' });
    if ('refused' in answer) throw new Error(answer.refused);
    await new Promise((resolve) => setTimeout(resolve, round * 400)); // at different moments of the worker's round
    await approve({ db: world.tools.db, actor: world.tools.second }, answer.proposed);
    const of = (action: string) => (lines: Line[]) =>
      lines.find((line) => line.action === action && line.details.includes(email));
    const lines = await until(exported, (all) => of('operator.add')(all) !== undefined);
    const { rows } = await world.admin.query<{ id: string; email: string }>('select id, email from operators');
    const idOf = (of: string) => rows.find((row) => row.email === of)?.id ?? '';
    const [proposing, approving] = [of('operator.add.propose')(lines), of('operator.add')(lines)];
    expect(proposing).toMatchObject({ operator: idOf('operator@example.com'), subject: email });
    expect(approving).toMatchObject({ operator: idOf('second-operator@example.com'), subject: email });
    expect(JSON.parse(approving?.details ?? '')).toMatchObject({
      proposal: toId('proposal', answer.proposed),
      proposedBy: toId('operator', idOf('operator@example.com')),
      reason: 'Joe starts on Monday',
      name: 'Joe Doe',
      email,
    });
  }
  const known = await until(heads, (all) => (all.get('audit')?.length ?? 0) > 0);
  expect((await verifyAudit(world.tools.db, known)).bad).toBeUndefined();
});

test('a store that cannot be written to for a while gets every audit entry later', async () => {
  const bringBack = await takeStoreAway(world.stack);
  await world.company();
  const waiting = async () => Number((await world.admin.query('select from seal_outbox')).rowCount);
  await until(waiting, (count) => count >= 2); // entries and their head
  await bringBack();
  const { rows } = await world.admin.query<{ last: string }>('select max(sequence) as last from audit_log');
  await until(exported, (lines) => lines.at(-1)?.entry === Number(rows[0]?.last)); // the last ones may not wait yet
  await until(waiting, (count) => count === 0);
  await heads();
});

describe('exported audit entries that differ from their seals', () => {
  const damaged = async (change: (lines: string[]) => string[]) => {
    const path = await pathOfEntries();
    const text = await readFile(path, 'utf8');
    await writeFile(path, change(text.split('\n')).join('\n'));
    try {
      return await heads().then(
        () => 'believed',
        (error: Error) => error.message,
      );
    } finally {
      await writeFile(path, text);
    }
  };

  test.each([
    ['changed', (line: string) => [line.replace(/"operator":"[^"]*"/, '"operator":"somebody else"')]],
    ['left out', () => []],
    ['torn', (line: string) => [line.slice(0, 40)]],
  ])('one that is %s makes the store unbelievable', async (_what, change) => {
    const message = await damaged((lines) => lines.flatMap((line, index) => (index === 2 ? change(line) : [line])));
    expect(message).toMatch(/^The exported (audit entries|heads) are damaged: .*(entry 3 is|line 3 is no entry)/);
  });

  test('a duplicate after a crash is accepted', async () => {
    const path = await pathOfEntries();
    const [first = ''] = (await readFile(path, 'utf8')).split('\n');
    await appendFile(path, `${first}\n`);
    await expect(heads()).resolves.toBeDefined();
  });
});
