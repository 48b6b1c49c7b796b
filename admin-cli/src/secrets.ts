// Commands about the versions of hashing and sealing keys.

import type { KeyVersion, Rewrapped } from '@cardwright/server/surfaces/desk/secret-routes.ts';
import type { Command } from 'commander';
import type { Static } from 'typebox';
import { atDesk, type Desk } from './desk.ts';
import { type Shown, table } from './output.ts';

type KeyVersion = Static<typeof KeyVersion>;

/** Data that needs a key version, and the setting with the versions. */
const kinds: Record<KeyVersion['kind'], readonly [words: string, setting: string]> = {
  api_key: ['API keys', 'CARDWRIGHT_PEPPERS'],
  webhook_secret: ['webhook secrets', 'CARDWRIGHT_WEBHOOK_KEYS'],
  document: ['documents', 'CARDWRIGHT_DOCUMENT_KEYS'],
  second_factor: ['second factors', 'CARDWRIGHT_AUTH_SECRET (portal)'],
  operator_second_factor: ['second factors of operators', 'CARDWRIGHT_AUTH_SECRET (desk)'],
};

/** Adds every `secrets …` command. */
export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('versions of hashing and sealing keys');
  secrets
    .command('status')
    .description('Show how many rows need each version. A version without rows can be retired.')
    .action(atDesk(async (desk) => toShown(await readVersions(desk))));
  secrets
    .command('rewrap')
    .description('Move webhook secrets and documents to the current version.')
    .addHelpText(
      'after',
      `
CARDWRIGHT_WEBHOOK_KEYS and CARDWRIGHT_DOCUMENT_KEYS of the desk must contain every version that rows still need. Rows
move in small commits, each with an audit log entry. Progress goes to stderr. If it is interrupted, run it again.
API keys cannot be moved, only rotated. The portal and the desk move second factors.
The steps: docs/runbooks/rotate-secrets.md

Example:
  cardwright-admin secrets rewrap`,
    )
    .action(atDesk(rewrapEverything));
}

const readVersions = async (desk: Desk): Promise<KeyVersion[]> =>
  (await desk.get<{ data: KeyVersion[] }>('/secrets')).data;

async function rewrapEverything(desk: Desk): Promise<Shown> {
  const results = {
    webhookSecrets: await rewrapAll(desk, 'webhookSecrets', 'webhook secrets'),
    documents: await rewrapAll(desk, 'documents', 'documents'),
  };
  const { json, text } = toShown(await readVersions(desk));
  const skipped = results.webhookSecrets.skipped + results.documents.skipped;
  return {
    json: { ...results, left: json },
    text,
    ...(skipped === 0
      ? {}
      : {
          failure: `${skipped} rows changed meanwhile or could not be opened: run it again, then see \`secrets status\`.`,
        }),
  };
}

/** Moves all rows, page by page, and prints the progress. */
async function rewrapAll(desk: Desk, what: 'webhookSecrets' | 'documents', words: string) {
  const totals = { rewrapped: 0, skipped: 0 };
  for (let after: object | undefined; ; ) {
    const page = await desk.post<Static<typeof Rewrapped>>('/secrets/rewrap', { what, after });
    if (page.next === null) return totals;
    totals.rewrapped += page.rewrapped;
    totals.skipped += page.skipped;
    const skipped = totals.skipped === 0 ? '' : `, ${totals.skipped} skipped`;
    console.error(`${totals.rewrapped} ${words} rewrapped${skipped}`);
    after = page.next;
  }
}

const toShown = (json: KeyVersion[]): Shown => ({
  json,
  text: table(
    ['What', 'Setting', 'Version', 'Rows'],
    json.map(({ kind, version, rows }) => [...kinds[kind], String(version), String(rows)]),
  ),
});
