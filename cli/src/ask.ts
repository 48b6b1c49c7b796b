// Prompts. Keys are never arguments: every user of the machine can read those.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageProblem } from './problem.ts';
import { isLive, type Profile } from './profiles.ts';

/** Reads one line from the terminal, or all of a pipe. A secret is not echoed. */
export async function askFor(question: string, { isSecret }: { isSecret: boolean }): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = '';
    for await (const chunk of process.stdin) text += chunk;
    return text.trim();
  }
  process.stderr.write(question);
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => reject(new UsageProblem('Nothing was entered.')));
  });
  lines.removeAllListeners('close');
  lines.close();
  if (isSecret) process.stderr.write('\n');
  return line.trim();
}

/** Asks for confirmation before a live key is used. Scripts confirm with --live. */
export async function confirmLive(profile: Profile, options: { live?: boolean }): Promise<void> {
  if (!isLive(profile) || options.live === true) return;
  if (!process.stdin.isTTY) throw new UsageProblem('This key moves real money. Pass --live to confirm.');
  const answer = await askFor('This key moves real money. Type "live" to continue: ', { isSecret: false });
  if (answer !== 'live') throw new UsageProblem('Canceled. Nothing was sent.');
}

/** Sandbox commands reject a live key before they call the API. */
export function requireSandbox(profile: Profile): void {
  if (isLive(profile)) throw new UsageProblem('This command needs a sandbox key. Select another login with --profile.');
}
