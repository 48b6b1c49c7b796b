// Commands about unplaced notifications of issuers.

import type { Notifications } from '@cardwright/server/surfaces/desk/notification-routes.ts';
import { Argument, type Command } from 'commander';
import type { Static } from 'typebox';
import { readId, words } from './arguments.ts';
import { atDesk, type Desk } from './desk.ts';
import { moment, type Shown, table } from './output.ts';

const example = 'ntf_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds every `notification …` command. */
export function addNotificationCommands(program: Command): void {
  const notification = program.command('notification').description('unplaced notifications of issuers');

  notification
    .command('list')
    .description('List unplaced notifications, oldest first, with subject, amount and reason.')
    .addHelpText(
      'after',
      `\nEach is retried at least once a minute, and settled as usual once it can be placed.\n\nExample:\n  cardwright-admin notification list`,
    )
    .action(atDesk(list));

  notification
    .command('close')
    .description('Close an unplaced notification. It is no longer retried, and no money moves.')
    .addArgument(
      new Argument('<notification>', 'its id, as shown by `notification list`').argParser(
        readId('notification', example),
      ),
    )
    .requiredOption('--reason <text>', 'why; kept in the audit log', words)
    .addHelpText(
      'after',
      `\nExample:\n  cardwright-admin notification close ${example} --reason "the issuer confirms that it is not ours"`,
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
        ? 'No unplaced notifications.'
        : table(['id', 'environment', 'about', 'amount', 'received', 'reason', 'next attempt'], rows),
  };
}

async function close(desk: Desk, id: string, { reason }: { reason: string }): Promise<Shown> {
  await desk.post(
    `/notifications/${id}/close`,
    { reason },
    { notification_not_found: `No unplaced notification has the id ${id}: see \`notification list\`.` },
  );
  return { json: { id, closed: true }, text: `${id} is closed. It is no longer retried.` };
}
