// A dying server sends a final error, possibly in the packet of a result. It must not end the process.
import { execFile } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { freePort } from '@cardwright/stack/ports.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** The error message of a killed Postgres, in protocol format. */
function lastWords(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** ReadyForQuery, outside of a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Marks the statement with the last result. */
const MARK = 'the last answer';

let proxy: Server;
let url: URL;
beforeAll(async () => {
  url = new URL(inject('adminUrl'));
  const target = { host: url.hostname, port: Number(url.port) };
  proxy = createServer((client: Socket) => {
    const server = connect(target);
    let isLast = false;
    client.on('data', (chunk) => {
      isLast ||= chunk.includes(MARK);
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      const ends = isLast && chunk.subarray(-READY.length).equals(READY);
      client.write(ends ? Buffer.concat([chunk, lastWords()]) : chunk);
      if (ends) client.destroySoon();
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  url.host = `127.0.0.1:${port}`;
});
afterAll(() => void proxy.close());

test('a connection that dies with its last answer ends nothing, and is not handed over', async () => {
  const db = JSON.stringify(new URL('../../../src/platform/db/', import.meta.url).href);
  const program = `
    const { openDb } = await import(${db} + 'db.ts');
    const { sql } = await import(${db} + 'sql.ts');
    const db = openDb({ url: ${JSON.stringify(url.toString())}, name: 'test', connections: 1, onError: () => undefined });
    await db.query(sql\`select 1\`);
    const [last, next] = await Promise.allSettled([
      db.query(sql\`select '${MARK}' as words\`),
      db.readUnscoped((tx) => tx.query(sql\`select 2\`)), // waits for the only connection
    ]);
    console.log(last.status, next.status);
    await db.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('fulfilled fulfilled\n');
});
