// The timeline of an operation: its history and that of its money, in order, for the company's people. It names no
// operator, and quotes no more of an issuer than the operation itself does.

import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  findDecision,
  findTraced,
  listMoved,
  listTold,
  listTried,
  type MovedRow,
  type ToldRow,
  type TracedRow,
  type TriedRow,
} from './sql.ts';

/** Fifteen minutes without a connection and a week of polling are about a hundred; further attempts are omitted. */
const MOST_TRIED = 200;

/** Every kind of step, in the order of steps at the same time. */
export const stepKinds = [
  'ordered',
  'held',
  'not_connected',
  'sent',
  'asked_absent',
  'asked_pending',
  'asked_unknown',
  'proposed',
  'approved',
  'confirmed',
  'rejected',
  'review_opened',
  'completed',
  'failed',
  'taken',
  'fee_taken',
  'given_back',
  'returned',
  'told',
] as const;

type StepKind = (typeof stepKinds)[number];

type Step = { at: Date; kind: StepKind; words?: string; amount?: string; actor?: 'an operator'; count?: number };

export type Timeline = { steps: (Omit<Step, 'at'> & { at: string })[] };

/** Reads the timeline of an operation in one snapshot, or refuses. */
export async function readTimeline(db: Db, scope: Scope, id: string): Promise<Timeline> {
  const reference = toId('operation', id);
  return db.read(scope, async (tx) => {
    const operation = (await findTraced(tx, scope, id)) ?? refuse('operation_not_found');
    const [tried, moved, decision, told] = await Promise.all([
      listTried(tx, scope, id, MOST_TRIED),
      listMoved(tx, scope, reference),
      findDecision(tx, scope, id),
      listTold(tx, scope, { reference, changes: changesOf(operation) }),
    ]);
    const steps = [
      ...ofOperation(operation),
      ...ofTried(operation, tried),
      ...ofDecision(operation, decision),
      ...ofMoney(operation, moved),
      ...ofTold(told),
    ];
    return { steps: steps.toSorted(inOrder).map(({ at, ...step }) => ({ at: at.toISOString(), ...step })) };
  });
}

const inOrder = (one: Step, other: Step): number =>
  one.at.getTime() - other.at.getTime() || stepKinds.indexOf(one.kind) - stepKinds.indexOf(other.kind);

/** Steps of one commit have slightly different times, in no order: a cause is never shown after its effect. */
const notAfter = (at: Date, limit: Date | null): Date => (limit !== null && at > limit ? limit : at);

const changesOf = ({ status, review_opened_at, decided_at }: TracedRow): { at: Date; type: string }[] => [
  ...(review_opened_at === null ? [] : [{ at: review_opened_at, type: 'operation.manual_review' }]),
  ...(decided_at === null ? [] : [{ at: decided_at, type: `operation.${status}` }]),
];

function ofOperation(operation: TracedRow): Step[] {
  const { status, created_at, sent_at, review_opened_at, review_reason, decided_at, failure_message } = operation;
  const steps: Step[] = [{ at: created_at, kind: 'ordered' }];
  if (sent_at !== null) steps.push({ at: sent_at, kind: 'sent' });
  if (review_opened_at !== null) steps.push({ at: review_opened_at, kind: 'review_opened', words: review_reason });
  if (decided_at !== null && status === 'completed') steps.push({ at: decided_at, kind: 'completed' });
  if (decided_at !== null && status === 'failed')
    steps.push({ at: decided_at, kind: 'failed', ...(failure_message === '' ? {} : { words: failure_message }) });
  return steps;
}

/** The kind of step of each attempt; undefined if a step of the operation itself shows it. */
function kindOf({ status }: TracedRow, { kind, outcome }: TriedRow): StepKind | undefined {
  if (outcome === 'never_connected') return 'not_connected';
  if (kind === 'unsent') return undefined;
  if (outcome === 'done') return status === 'completed' ? 'confirmed' : undefined;
  if (outcome === 'rejected') return status === 'failed' ? 'rejected' : undefined;
  if (kind !== 'read') return undefined;
  return outcome === 'absent' || outcome === 'pending' ? `asked_${outcome}` : 'asked_unknown';
}

/** Connection attempts are one step, dated as the first. Reports about a decided operation are left out. */
function ofTried(operation: TracedRow, tried: readonly TriedRow[]): Step[] {
  const steps: Step[] = [];
  for (const row of tried) {
    const kind = kindOf(operation, row);
    const before = steps.at(-1);
    if (row.kind === 'decision' || before?.kind === 'confirmed' || before?.kind === 'rejected') break;
    if (kind === undefined) continue;
    if (kind === 'not_connected' && before?.kind === kind) before.count = (before.count ?? 1) + 1;
    else
      steps.push({
        at: notAfter(row.at, operation.decided_at),
        kind,
        ...(kind === 'not_connected' ? { count: 1 } : {}),
      });
  }
  return steps;
}

function ofDecision({ decided_at }: TracedRow, decision: { proposed_at: Date; approved_at: Date } | undefined): Step[] {
  if (decision === undefined) return [];
  const actor = 'an operator';
  return [
    { at: notAfter(decision.proposed_at, decided_at), kind: 'proposed', actor },
    { at: notAfter(decision.approved_at, decided_at), kind: 'approved', actor },
  ];
}

const moneyKinds: Readonly<Record<string, StepKind>> = {
  reservation: 'held',
  capture: 'taken',
  fee: 'fee_taken',
  release: 'given_back',
  card_return: 'returned',
};

/** Money moves in the commit of its cause, so it has the same time. A zero fee is no step. */
const ofMoney = ({ created_at, decided_at }: TracedRow, moved: readonly MovedRow[]): Step[] =>
  moved.flatMap(({ kind, at, amount }) => {
    const shown = moneyKinds[kind];
    if (shown === undefined || amount === 0n) return [];
    return [{ at: shown === 'held' ? created_at : (decided_at ?? at), kind: shown, amount: formatUsd(amount) }];
  });

const ofTold = (told: readonly ToldRow[]): Step[] =>
  told.map(({ at, delivered }) => ({ at, kind: 'told', count: delivered }));
