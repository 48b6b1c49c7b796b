// Command: a server of the Model Context Protocol over stdin and stdout, for agents. It only reads.
import type { Client } from '@cardwright/sdk';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { connect, type Globals } from '../connect.ts';
import { UsageProblem } from '../problem.ts';
import { isLive } from '../profiles.ts';
import { accountTool } from './account.ts';
import { converse } from './converse.ts';
import { docTools } from './docs.ts';
import { openDocs } from './fetch-docs.ts';
import { previewTool } from './preview.ts';
import { readTools } from './read.ts';
import { readLines } from './read-lines.ts';

type Given = Globals & { docsUrl?: string };

/** Adds `mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .summary('Serve an agent over the Model Context Protocol, read-only.')
    .description(
      'Serve an agent over the Model Context Protocol, on stdin and stdout.\n\nIts tools search the documentation, ' +
        'read the account, and explain prices and refusals. The key must be read-only: one that can write or reveal ' +
        'card numbers is refused.',
    )
    .option('--docs-url <url>', 'the documentation site; default: CARDWRIGHT_DOCS_URL, or the one that the API names')
    .option('--live', 'confirm that the agent may read live data')
    .action(async (_given: unknown, command: Command) => serve(command.optsWithGlobals<Given>()));
}

async function serve(given: Given): Promise<void> {
  const { client, profile } = connect(given);
  // Stdin belongs to the protocol, so nobody is asked.
  if (isLive(profile) && given.live !== true)
    throw new UsageProblem('This is a live key: the agent would read real data. Add --live to permit it.');
  await requireReadOnly(client);
  const docs = openDocs({
    apiUrl: profile.url,
    docsUrl: given.docsUrl ?? (process.env['CARDWRIGHT_DOCS_URL'] || undefined),
  });
  const tools = [...docTools(docs), accountTool(client), ...readTools(client), previewTool(client)];
  const answer = converse({ tools, version: manifest.version });
  const underWay = new Set<Promise<void>>();
  for await (const line of readLines(process.stdin)) {
    const done = answer(line)
      .then((message) => (message === undefined ? undefined : write(message, profile.key)))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }
  await Promise.all(underWay);
}

/** Refuses a key that can do more than read. Unknown permissions count as more. */
async function requireReadOnly(client: Client): Promise<void> {
  const { scopes } = await client.capabilities.get();
  const others = scopes.filter((scope) => !scope.endsWith(':read'));
  if (others.length === 0) return;
  throw new UsageProblem(
    `This key can do more than read: ${others.join(', ')}. An agent gets a read-only key.\n` +
      'Create one in the portal: Developers, API keys, Create key, and choose "Read-only". Then:\n' +
      '  cardwright login --profile agent\n' +
      '  cardwright mcp --profile agent',
  );
}

/** Writes one message as one line. Removes the key, because an error message could contain it. */
function write(message: object, key: string): void {
  const line = JSON.stringify(message)
    .replaceAll(key, '[key]')
    // Some readers end a line at these.
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  process.stdout.write(`${line}\n`);
}
