// Commands about notifications of issuers that could not be placed.

import type { Notifications } from '@cardwright/server/surfaces/desk/notification-routes.ts';
import { Argument, type Command } from 'commander';
import type { Static } from 'typebox';
import { readId, words } from './arguments.ts';
import { atDesk, type Desk } from './desk.ts';
import { moment, type Shown, table } from './output.ts';

const example = 'ntf_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds every `notification …` command. */
export function addNotificationCommands(program: Command): void {
  const notification = program.command('notification').description('notifications of issuers that could not be placed');

  notification
    .command('list')
    .description('List unplaced notifications, oldest first: what each is about, its amount, and why it is unplaced.')
    .addHelpText(
      'after',
      `\nThey are retried at least once a minute, and settled as usual once they can be placed.\n\nExample:\n  npm run admin -- notification list`,
    )
    .action(atDesk(list));

  notification
    .command('close')
    .description('Close an unplaced notification: it is not retried any more, and moves nothing.')
    .addArgument(
      new Argument('<notification>', 'its id, as `notification list` shows it').argParser(
        readId('notification', example),
      ),
    )
    .requiredOption('--reason <text>', 'why; kept in the audit log', words)
    .addHelpText(
      'after',
      `\nExample:\n  npm run admin -- notification close ${example} --reason "the issuer confirms that it is not ours"`,
    )
    .action(atDesk(close));
}

async function list(desk: Desk): Promise<Shown> {
  const { unplaced } = await desk.get<Static<typeof Notifications>>('/notifications');
  const rows = unplaced.map(({ id, environment, about, amount, reason, receivedAt, nextAt }) => [
    id,
    environment,
    about,
    amount,
    moment(receivedAt),
    reason,
    moment(nextAt),
  ]);
  return {
    json: { data: unplaced },
    text:
      rows.length === 0
        ? 'No notification is unplaced.'
        : table(['id', 'environment', 'about', 'amount', 'received', 'why it is unplaced', 'next attempt'], rows),
  };
}

async function close(desk: Desk, id: string, { reason }: { reason: string }): Promise<Shown> {
  await desk.post(
    `/notifications/${id}/close`,
    { reason },
    { notification_not_found: `No unplaced notification has the id ${id}: see \`notification list\`.` },
  );
  return { json: { id, closed: true }, text: `${id} is closed. It is not retried any more.` };
}
