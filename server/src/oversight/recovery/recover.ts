// Recovery by two people: one proposes to accept what is lost, another approves it, and the fence opens.
import { createHash } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { toId } from '../../foundation/ids.ts';
import { type Actor, type Proposed, propose } from '../../identity/operators/act.ts';
import { toForkLine } from '../../ledger/seals/forks.ts';
import { markOnce } from '../../platform/fence/write.ts';
import { approve, type Refusal } from '../proposals/decide.ts';
import type { ProposalRow } from '../proposals/sql.ts';
import type { BookBehind } from './books.ts';
import { type Recovery, type Survey, surveyLoss } from './survey.ts';

/** The action of a proposal to recover. */
export const RECOVER = 'database.recover';

const forksOf = ({ behind }: Survey) =>
  behind.flatMap(({ companyId, environment, fork }) => (fork === undefined ? [] : [{ companyId, environment, fork }]));

/** Names everything that a proposal accepts, so that nobody approves something else. */
const digestOf = (survey: Survey): string =>
  createHash('sha256')
    .update(JSON.stringify([survey.exported?.token, survey.epoch, survey.auditThrough, forksOf(survey)]))
    .digest('hex');

/** Proposes to accept the loss. The exported audit entries must have been replayed. */
export async function proposeRecovery(
  recovery: Recovery,
  actor: Actor,
  reason: string,
): Promise<Proposed | { refused: string }> {
  const survey = await surveyLoss(recovery);
  const forks = forksOf(survey);
  const given = {
    epoch: survey.epoch + 1,
    auditThrough: survey.auditThrough,
    lostSince: survey.here.mark_at?.toISOString() ?? null,
    lostUntil: survey.exported?.at ?? null,
    lostEntries: lostEntries(survey.behind),
    digest: digestOf(survey),
    forks: forks.map(({ companyId: company, environment, fork: { after, hash, lost } }) => ({
      company,
      environment,
      after,
      hash,
      lost,
    })),
  };
  return propose(recovery.db, actor, { action: RECOVER, given, reason });
}

/** How many sealed ledger entries are lost. */
export const lostEntries = (behind: readonly BookBehind[]): number =>
  behind.reduce((sum, { fork }) => sum + (fork?.lost ?? 0), 0);

/**
 * Approves a recovery. The fork is exported first: it counts once a mark of its epoch is exported. If this process dies
 * in between, a worker writes that mark.
 */
export async function approveRecovery(
  recovery: Recovery,
  by: { actor: Actor; operatorId: string; clock: Clock },
  { id, proposed_by, told }: ProposalRow,
): Promise<'approved' | Refusal | 'survey_changed'> {
  const survey = await surveyLoss(recovery);
  if (survey.fenced !== undefined && told.details['digest'] !== digestOf(survey)) return 'survey_changed';
  if (survey.fenced !== undefined && proposed_by !== by.operatorId) {
    const line = toForkLine({
      fork: survey.epoch + 1,
      at: by.clock.now().toISOString(),
      proposal: toId('proposal', id),
      proposedBy: toId('operator', proposed_by),
      approvedBy: toId('operator', by.operatorId),
      chains: forksOf(survey).map(({ fork }) => fork),
    });
    await recovery.store.append([line]);
  }
  const approved = await approve({ db: recovery.db, actor: by.actor }, id);
  if (approved === 'approved') await markOnce(recovery);
  return approved;
}
