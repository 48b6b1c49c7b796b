// Process: the minimal delivery. It signs bodies and posts them over open connections, without schedules, databases
// or address checks.
import { createHmac } from 'node:crypto';
import { Pool } from 'undici';

export type LoopAsked = { origin: string; path: string; secret: string; bodies: string[]; connections: number };
export type LoopSays = { seconds: number; cpuMs: number };

async function run({ origin, path, secret, bodies, connections }: LoopAsked): Promise<void> {
  const pool = new Pool(origin, { connections });
  const before = process.cpuUsage();
  const started = performance.now();
  let next = 0;
  const post = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const timestamp = Math.floor(Date.now() / 1_000);
      const bytes = Buffer.from(body, 'utf8');
      const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(bytes).digest('hex');
      const headers = { 'content-type': 'application/json', 'service-signature': `t=${timestamp},v1=${signature}` };
      const answer = await pool.request({ path, method: 'POST', headers, body: bytes });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`the receiver answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, post));
  const seconds = (performance.now() - started) / 1_000;
  const used = process.cpuUsage(before);
  await pool.close();
  process.send?.({ seconds, cpuMs: (used.user + used.system) / 1_000 } satisfies LoopSays);
}

// A failure ends the process, and the parent process sees the exit.
process.on('message', (asked: LoopAsked) => void run(asked));
process.on('disconnect', () => process.exit());
