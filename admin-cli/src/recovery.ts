// Commands to recover a database that was restored, or failed over with loss.

import type { RecoveryShown } from '@cardwright/server/surfaces/desk/recovery-routes.ts';
import type { Command } from 'commander';
import type { Static } from 'typebox';
import { words } from './arguments.ts';
import { atDesk, type Desk, type Sentences } from './desk.ts';
import { facts, moment, type Shown, table } from './output.ts';
import { deciding, showProposed } from './proposed.ts';

type Recovery = Static<typeof RecoveryShown>;

/** Adds every `recovery …` command. */
export function addRecoveryCommands(program: Command): void {
  const recovery = program
    .command('recovery')
    .description('recover a database that was restored, or failed over with loss: show, replay, propose, approve');

  recovery
    .command('show')
    .description('Show why the database is fenced, what it lost, and the next step.')
    .addHelpText('after', '\nExample:\n  cardwright-admin recovery show')
    .action(atDesk(show));

  recovery
    .command('replay')
    .description(
      'Replay the exported audit entries that are missing, and end every session. Removed operators, revoked keys ' +
        'and suspensions are in effect again. Repeating it does no harm.',
    )
    .addHelpText('after', '\nExample:\n  cardwright-admin recovery replay')
    .action(atDesk(replay));

  recovery
    .command('propose')
    .description('Propose to accept what is lost. Another operator approves it with `proposal approve`.')
    .requiredOption('--reason <text>', 'why the loss is accepted; kept in the audit log', words)
    .addHelpText('after', '\nExample:\n  cardwright-admin recovery propose --reason "restored the backup of 02:00"')
    .action(atDesk(propose));
}

const sentences: Sentences = {
  ...deciding,
  not_recovering: 'The database is not fenced. There is nothing to recover: see `status`.',
  replay_first: 'Replay the exported audit entries first: cardwright-admin recovery replay',
};

const nextSteps: Readonly<Record<Recovery['next'], string>> = {
  nothing: 'The database is not fenced. There is nothing to recover.',
  replay: 'Next: cardwright-admin recovery replay',
  propose: 'Next: cardwright-admin recovery propose --reason "…"',
  approve: 'Next: another operator approves it.',
};

async function show(desk: Desk): Promise<Shown> {
  const recovery = await desk.get<Recovery>('/recovery', sentences);
  if (!recovery.recovering) return { json: recovery, text: notFenced(recovery) };
  const { why, since, epoch, lost, isReplayed, missing, books, operations, proposal, next } = recovery;
  const parts = [
    facts([
      ['fenced', `since ${moment(since)}: ${why}`],
      ['epoch', String(epoch)],
      ['lost', `commits between ${moment(lost.since)} and ${moment(lost.until)}`],
      ['ledger', `${lost.ledgerEntries} sealed entries are lost`],
      [
        'audit log',
        `${lost.auditEntries} exported entries are missing${isReplayed ? '; all others are replayed' : ''}`,
      ],
      ['operations', `${operations.queued} wait, ${operations.processing} were being sent: the issuer is asked first`],
      ['proposal', proposal ?? 'none'],
    ]),
    ...(missing.length === 0
      ? []
      : [
          table(
            ['entry', 'at', 'action', 'subject'],
            missing.map(({ number, at, action, subject }) => [String(number), moment(at), action, subject]),
          ),
        ]),
    ...(books.length === 0
      ? []
      : [
          table(
            ['company', 'environment', 'last entry left', 'lost'],
            books.map((book) => [book.company, book.environment, String(book.after), String(book.lost)]),
          ),
        ]),
    proposal === null ? nextSteps[next] : `${nextSteps[next]} cardwright-admin proposal approve ${proposal}`,
  ];
  return { json: recovery, text: parts.join('\n\n') };
}

/** A process may refuse writes without a fence, for example because it cannot read the store of the marks. */
function notFenced({ isVerified, why, last }: Recovery): string {
  const now = isVerified
    ? nextSteps.nothing
    : `Not verified, so writes are refused: ${why}. Nobody has to recover it: docs/runbooks/operations.md#recovering`;
  if (last === null) return now;
  return `${now}\nLast recovery: ${moment(last.at)}, approved by ${last.approvedBy?.name ?? 'nobody'}.`;
}

async function replay(desk: Desk): Promise<Shown> {
  const replayed = await desk.post<{ written: number; applied: number }>('/recovery/replay', {}, sentences);
  return {
    json: replayed,
    text: [
      `${replayed.written} audit entries are written again; ${replayed.applied} of them are in effect again.`,
      'Every session has ended: sign in again. Tokens work, unless they were revoked.',
      nextSteps.propose,
    ].join('\n'),
  };
}

async function propose(desk: Desk, { reason }: { reason: string }): Promise<Shown> {
  return showProposed(await desk.post('/recovery', { reason }, sentences));
}
