// The sealer: what it appends, what it exports, and what a crash or a second one at the same time leaves behind.
import { createHash, randomUUID } from 'node:crypto';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeadStore } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyAudit, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Ledger, ledgerOf } from '../../ledger-of.ts';
import { sealerOf } from '../../sealer-of.ts';
import { PATIENCE_MS } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let ledger: Ledger;
let sealer: ReturnType<typeof sealerOf>;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  ledger = ledgerOf(world.stack);
  sealer = sealerOf(world.stack);
});
afterAll(async () => {
  await sealer?.close();
  await ledger?.close();
  await world?.stop();
});

const sealsOf = async ({ scope }: Company) =>
  (
    await world.admin.query<{ first_sequence: bigint; last_sequence: bigint; hash_after: Buffer; marks: Buffer }>(
      `select * from ledger.seals where company_id = $1 and environment = $2 order by last_sequence`,
      [scope.companyId, scope.environment],
    )
  ).rows;

const rangesOf = async (company: Company) =>
  (await sealsOf(company)).map(({ first_sequence, last_sequence }) => [Number(first_sequence), Number(last_sequence)]);

/** Many entries at once, in one batch, so that a test does not wait for each. */
async function post({ scope }: Company, count: number): Promise<void> {
  const repeat = <Item>(item: Item) => Array.from({ length: count }, () => item);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await world.admin.query(`select ledger.post($1, $2, $3, $4, $5, $6)`, [
    repeat(scope.companyId),
    repeat(scope.environment),
    repeat('sandbox_credit'),
    numbers.map(() => randomUUID()),
    repeat('Sandbox funds credited'),
    numbers,
  ]);
}

const waiting = async () => (await world.admin.query('select line from seal_outbox order by id')).rows.length;

describe('a pass', () => {
  test('seals every entry, at most 64 together, and goes on where it stopped', async () => {
    const company = await world.company();
    await post(company, 150);
    await sealer.seal();
    expect(await rangesOf(company)).toEqual([
      [1, 64],
      [65, 128],
      [129, 150],
    ]);
    await post(company, 1);
    await sealer.seal();
    await sealer.seal();
    expect((await rangesOf(company)).at(-1)).toEqual([151, 151]);
  });

  test('hashes as the published recipe says', async () => {
    const company = await world.company();
    await ledger.reserve(company.scope, 'op_ü', 1n, 'never').catch(() => undefined);
    await ledger.credit(company.scope, 250_50n, 'sbf_1');
    await ledger.reserve(company.scope, 'op_1', 100_00n, 'Carte — €, 10 % 🂡');
    await sealer.seal();
    const { rows } = await world.admin.query<{ sequence: bigint; created_at: Date }>(
      'select sequence, created_at from ledger.entries where company_id = $1 order by sequence',
      [company.scope.companyId],
    );
    const sha256 = (...parts: (string | Buffer)[]) => {
      const hash = createHash('sha256');
      for (const part of parts) hash.update(part);
      return hash.digest();
    };
    const book = BigInt(`0x${sha256(`${company.scope.companyId} sandbox`).toString('hex', 0, 8)}`) >> 3n;
    const id = (number: number) => `le_${book.toString(32).padStart(13, '0')}${String(number).padStart(13, '0')}`;
    const at = (index: number) => rows[index]?.created_at.toISOString() ?? '';
    const entries = [
      [id(1), 'sbf_1', 'sandbox_credit', 'Sandbox funds credited', '250.50', '250.50', '250.50', '0.00', at(0)],
      [id(2), 'op_1', 'reservation', 'Carte — €, 10 % 🂡', '0.00', '250.50', '-100.00', '100.00', at(1)],
    ];
    let hash = sha256(`cardwright chain 1\n${company.id}\nsandbox`);
    const marks: Buffer[] = [];
    for (const fields of entries) {
      hash = sha256(hash, fields.map((field) => `${Buffer.from(field).length}:${field},`).join(''));
      marks.push(hash.subarray(0, 4));
    }
    const [seal] = await sealsOf(company);
    expect(seal?.hash_after.toString('hex')).toBe(hash.toString('hex'));
    expect(seal?.marks.toString('hex')).toBe(Buffer.concat(marks).toString('hex'));
    const [head] = (await sealer.heads()).get(`${company.id}/sandbox`) ?? [];
    expect(head).toMatchObject({ first: 1, last: 2, hash, marks: Buffer.concat(marks) });
  });

  test('seals audit entries in the order of their numbers, and never over a number that is missing', async () => {
    await sealer.seal();
    await world.company();
    await world.admin.query(`select nextval(pg_get_serial_sequence('audit_log', 'sequence'))`); // as a rollback does
    await world.company();
    await sealer.seal();
    const { rows } = await world.admin.query<{ first: string; last: string; entries: string }>(`
      select s.first_sequence as first, s.last_sequence as last, count(a) as entries
        from audit_seals s left join audit_log a on a.sequence between s.first_sequence and s.last_sequence
       group by 1, 2 order by 2`);
    for (const { first, last, entries } of rows) expect(Number(entries)).toBe(Number(last) - Number(first) + 1);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect((await verifyAudit(world.tools.db, await sealer.heads())).bad).toBeUndefined();
  });

  test('leaves no line behind when there is a store, and loses none when there is not', async () => {
    await post(await world.company(), 3);
    const sealedOnly = await sealer.attempt(keepNothing());
    expect(sealedOnly).toHaveLength(1);
    expect(await waiting()).toBeGreaterThan(0);
    await sealer.seal();
    expect(await waiting()).toBe(0);
  });
});

/** A store that fails before it keeps anything. */
const keepNothing = (): HeadStore => ({
  append: () => Promise.reject(new Error('the disk is full')),
  read: () => sealer.files.read(),
});

describe('two sealers at once', () => {
  test('seal every entry once, wherever each of them stops', async () => {
    const companies = await Promise.all([world.company(), world.company()]);
    const other = sealerOf(world.stack);
    try {
      for (let round = 0; round < 12; round++) {
        await Promise.all([
          ...companies.map((company) => post(company, 40 + round)),
          sealer.seal(),
          other.seal(),
          ...companies.map((company) => post(company, 7)),
          other.seal(),
        ]);
      }
      await sealer.seal();
    } finally {
      await other.close();
    }
    for (const company of companies) {
      let next = 1;
      for (const [first = 0, last = 0] of await rangesOf(company)) {
        expect(first).toBe(next);
        next = last + 1;
      }
      expect(next - 1).toBe(12 * 47 + 66);
    }
    expect((await verifyLedger(world.tools.db, { heads: await sealer.heads() })).bad).toBeUndefined();
  });

  test.each([
    ['that begins behind the next entry', 3, 3],
    ['that repeats a sealed entry', 1, 2],
  ])('one %s changes nothing', async (_what, first, last) => {
    const company = await world.company();
    await post(company, 1);
    await sealer.seal();
    await post(company, 2);
    const { rows } = await world.admin.query('select ledger.seal($1, $2, $3, $4, $5, $6, $7, now(), $8) as sealed', [
      company.scope.companyId,
      'sandbox',
      first,
      last,
      Buffer.alloc(32),
      Buffer.alloc(32),
      Buffer.alloc(4 * (last - first + 1)),
      'line',
    ]);
    expect(rows).toEqual([{ sealed: false }]);
    expect(await rangesOf(company)).toEqual([[1, 1]]);
  });

  test('a seal over entries that are not there fails', async () => {
    const company = await world.company();
    const seal = world.admin.query('select ledger.seal($1, $2, 1, 1, $3, $3, $4, now(), $5)', [
      company.scope.companyId,
      'sandbox',
      Buffer.alloc(32),
      Buffer.alloc(4),
      'line',
    ]);
    await expect(seal).rejects.toMatchObject({ code: 'CW009' });
  });
});

describe('exported lines', () => {
  const newestFile = async () => {
    const names = (await readdir(world.stack.sealsDirectory)).toSorted();
    expect(names.every((name) => /^((audit|heads)-\d{4}-\d{2}|marks-\d{4}-\d{2}-\d{2})\.jsonl$/.test(name))).toBe(true);
    return join(world.stack.sealsDirectory, names.findLast((name) => name.startsWith('heads')) ?? '');
  };

  test('a crash between the store and the commit leaves a line twice, which counts once', async () => {
    const company = await world.company();
    await post(company, 2);
    const crashing: HeadStore = {
      append: async (lines) => {
        await sealer.files.append(lines);
        throw new Error('the process died here');
      },
      read: () => sealer.files.read(),
    };
    expect(await sealer.attempt(crashing)).toHaveLength(1);
    expect(await waiting()).toBeGreaterThan(0);
    await sealer.seal();
    const lines = (await readFile(await newestFile(), 'utf8')).split('\n').filter((line) => line.includes(company.id));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(lines[1]);
    const heads = await sealer.heads();
    expect(heads.get(`${company.id}/sandbox`)).toHaveLength(1);
    expect((await verifyLedger(world.tools.db, { heads })).bad).toBeUndefined();
  });

  test('a torn line stays alone, and the whole one follows it', async () => {
    const company = await world.company();
    await post(company, 2);
    const tearing: HeadStore = {
      append: async (lines) => {
        const line = lines.find((one) => one.startsWith('{"chain"')) ?? '';
        await appendFile(await newestFile(), line.slice(0, 70));
        throw new Error('the machine lost power here');
      },
      read: () => sealer.files.read(),
    };
    expect(await sealer.attempt(tearing)).toHaveLength(1);
    await sealer.heads(); // a torn end is no damage
    await sealer.seal();
    expect((await sealer.heads()).get(`${company.id}/sandbox`)).toHaveLength(1);
  });

  test('a line that is damaged and not repeated makes the store unbelievable', async () => {
    const path = await newestFile();
    const text = await readFile(path, 'utf8');
    await appendFile(path, '{"chain":"com_\n');
    await appendFile(path, `${text.split('\n')[0]}\n`);
    await expect(sealer.heads()).resolves.toBeDefined(); // the beginning of a whole line behind it
    await appendFile(path, '{"chain":"gone\n');
    await appendFile(path, `${text.split('\n')[0]}\n`);
    await expect(sealer.heads()).rejects.toThrow(/heads-.*, line \d+ is no head/);
    await writeFile(path, text);
  });
});

test('a worker seals and exports by itself, and stops', async () => {
  const company = await world.company();
  await post(company, 5);
  const worker = await world.stack.spawn('worker');
  await vi.waitFor(async () => expect(await rangesOf(company)).toEqual([[1, 5]]), {
    timeout: PATIENCE_MS,
    interval: 100,
  });
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: PATIENCE_MS, interval: 100 });
  expect((await sealer.heads()).get(`${company.id}/sandbox`)).toHaveLength(1);
  await worker.stop();
  expect(worker.child.exitCode).toBe(0);
});
