// Judges the facts: what needs attention, why, and what to do next. Everything else resolves automatically.
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { allReviews, type Facts, secondsSince } from './facts.ts';
import { judgeFence } from './judge-fence.ts';
import { judgeHistory } from './judge-history.ts';
import { judgeMonths } from './judge-months.ts';
import { judgeWebhooks } from './judge-webhooks.ts';
import { judgeWork } from './judge-work.ts';
import { judgeWorkers } from './judge-workers.ts';
import type { Problem } from './problem.ts';
import type { Backlog, Invoices, Waiting } from './sql.ts';

/** A worker polls twice a second, and a batch takes seconds: an older backlog means that nobody polls. */
const LATE_SECONDS = 60;

/** A card or an invoice becomes known within seconds of its first notification; after this time it may not be ours. */
const LATE_UNPLACED_SECONDS = 60;

/** Seals are exported every 10 s; entries that are not exported can be rewritten unnoticed. */
const LATE_SEAL_SECONDS = 300;

/** Actions are exported every 1.5 s, and immediately when somebody waits for it. */
const LATE_ACTION_SECONDS = 10;

/** Operators decide within a working day; until then the list shows it. */
const LATE_DECISION_SECONDS = 8 * 3_600;

/** A review that is overdue for this long is not being polled. */
const LATE_REVIEW_SECONDS = 300;

/** By then four steps of the review schedule gave no answer: ask somebody who knows the issuer. */
const OLD_REVIEW_SECONDS = 24 * 3_600;

/** A pause is for an emergency; one that lasts this long may have been forgotten. */
const LONG_PAUSE_SECONDS = 3_600;

/** A reconciliation starts every day; one that has not ended by then may have no worker. */
const OLD_RECONCILIATION_SECONDS = 36 * 3_600;

const runbook = (section: string) => `docs/runbooks/operations.md#${section}`;
const fundingRunbook = (section: string) => `docs/runbooks/funding.md#${section}`;

/** Everything that needs attention, the worst first. */
export function judge(facts: Facts): Problem[] {
  return [
    ...judgeFence(facts),
    ...judgeHistory(facts),
    ...judgeBrokenGlass(facts),
    ...judgeMoney(facts),
    ...judgeReconciled(facts),
    ...judgeWorkers(facts),
    ...judgeWork(facts),
    ...judgeSending(facts),
    ...judgeWaiting(facts),
    ...judgeInvoices(facts),
    ...judgeReviews(facts),
    ...judgeBacklogs(facts),
    ...judgeWebhooks(facts),
    ...judgeMonths(facts),
    ...judgePauses(facts),
  ];
}

function judgeBrokenGlass({ brokenGlass }: Facts): Problem[] {
  if (brokenGlass === 0n) return [];
  return [
    {
      problem: `${brokenGlass === 1n ? '1 operator was' : `${brokenGlass} operators were`} added by break-glass in the last 7 days`,
      why: "somebody used the database owner's credentials; such an operator can sign in 24 hours later",
      next: 'If nobody agreed to it, disable them at the desk: docs/runbooks/operators.md#break-glass',
    },
  ];
}

function judgeMoney({ held }: Facts): Problem[] {
  return held
    .filter(({ is_whole, of_holds, of_operations }) => is_whole && of_holds !== of_operations)
    .map(({ environment, of_holds, of_operations }) => ({
      problem: `The money held in ${environment} does not match`,
      why: `the ledger holds ${formatUsd(of_holds)}, the unfinished operations ask for ${formatUsd(of_operations)}`,
      next: 'cardwright-admin ledger verify',
    }));
}

function judgeReconciled({ reconciled, at }: Facts): Problem[] {
  const breaks = reconciled
    .filter((row) => row.breaks > 0n)
    .map((row) => ({
      problem: `${row.breaks === 1n ? '1 difference' : `${row.breaks} differences`} from the issuer in ${row.environment}`,
      why: `the oldest was seen first at ${row.oldest_at?.toISOString() ?? 'no time'}; none is corrected automatically`,
      next: 'cardwright-admin reconcile list',
    }));
  const unread = reconciled
    .filter((row) => row.unread > 0n)
    .map((row) => ({
      problem: `${row.unread} records could not be compared with the issuer in ${row.environment}`,
      why: 'it gave no answer while the last reconciliation asked',
      next: 'cardwright-admin reconcile',
    }));
  const old = reconciled.filter((row) => secondsSince(row.last_at, at) > OLD_RECONCILIATION_SECONDS);
  return [
    ...breaks,
    ...unread,
    ...(old.length === 0
      ? []
      : [
          {
            problem: `Nobody has reconciled ${old.map(({ environment }) => environment).join(' and ')}`,
            why: `not since ${old[0]?.last_at?.toISOString() ?? 'ever'}`,
            next: `See that workers run: ${runbook('reconciliation-is-old')}`,
          },
        ]),
  ];
}

function judgeSending({ sending }: Facts): Problem[] {
  return sending
    .filter(({ silent }) => silent > 0n)
    .map(({ environment, silent }) => ({
      problem: `${silent} sent in ${environment} without a response`,
      why: 'their sender is gone; they may have been sent, so they go to review and are never sent again',
      next: `See that workers run: ${runbook('silent-sends')}`,
    }));
}

function judgeWaiting({ waiting, at }: Facts): Problem[] {
  return waiting
    .filter(({ reason, oldest_at }) => reason !== 'paused' && secondsSince(oldest_at, at) > LATE_SECONDS)
    .map((row) => ({ problem: `Operations wait in ${row.environment}`, ...whyWaiting(row) }));
}

function whyWaiting({ reason, environment }: Waiting): Omit<Problem, 'problem'> {
  switch (reason) {
    case 'unreachable':
      return {
        why: 'the issuer cannot be reached; each fails 15 minutes after its first attempt, and its money is released',
        next: `cardwright-admin pause add --environment ${environment} --reason "issuer unreachable"`,
      };
    case 'unanswered':
      return {
        why: 'the issuer gives no definite answers; sending pauses, and one operation at a time probes it',
        next: `Ask the issuer: ${runbook('issuer-unanswered')}`,
      };
    case 'suspended':
      return { why: 'their companies are suspended', next: 'cardwright-admin company list' };
    case 'waiting':
    case 'paused':
      return { why: 'no worker takes them', next: `See that workers run: ${runbook('operations-wait')}` };
  }
}

function judgeInvoices({ invoices, at }: Facts): Problem[] {
  return invoices.flatMap((row) => {
    const judged = invoiceProblems[row.state];
    if (judged === undefined || secondsSince(row.oldest_at, at) <= judged.lateSeconds) return [];
    return [{ problem: `${judged.problem} in ${row.environment}`, why: judged.why(row), next: judged.next }];
  });
}

type InvoiceProblem = { problem: string; why: (row: Invoices) => string; next: string; lateSeconds: number };

/** Reviews are judged with those of operations. Paused invoices are reported with their pause. */
const invoiceProblems: Partial<Record<Invoices['state'], InvoiceProblem>> = {
  creating: {
    problem: 'Invoices wait for their address',
    why: ({ invoices }) => `no worker asks the issuer; ${invoices} of them`,
    next: `See that workers run: ${fundingRunbook('invoices-wait')}`,
    lateSeconds: LATE_SECONDS,
  },
  suspended: {
    problem: 'Invoices wait for their address',
    why: () => 'their companies are suspended',
    next: 'cardwright-admin company list',
    lateSeconds: LATE_SECONDS,
  },
  sent: {
    problem: 'Invoices were requested without a response',
    why: ({ invoices }) => `their sender is gone; ${invoices} may have been requested, so they go to review`,
    next: `See that workers run: ${fundingRunbook('invoices-wait')}`,
    lateSeconds: LATE_SECONDS,
  },
  due: {
    problem: 'Invoices are not being checked',
    why: ({ invoices, oldest_at }) =>
      `${invoices} are due, one since ${oldest_at.toISOString()}: nobody asks whether they were paid`,
    next: `See that workers run: ${fundingRunbook('invoices-not-looked-at')}`,
    lateSeconds: LATE_REVIEW_SECONDS,
  },
};

function judgeReviews(facts: Facts): Problem[] {
  const { at } = facts;
  return allReviews(facts).flatMap(({ subject, environment, without_next, oldest_at, next_at }) => [
    ...(without_next > 0n
      ? [
          {
            problem: `${without_next === 1n ? `1 review of ${subject}s needs` : `${without_next} reviews of ${subject}s need`} a decision in ${environment}`,
            why: 'the issuer was asked for seven days and never gave a definite answer',
            next: 'cardwright-admin review list',
          },
        ]
      : []),
    ...(next_at !== null && secondsSince(next_at, at) > LATE_REVIEW_SECONDS
      ? [
          {
            problem: `Reviews of ${subject}s in ${environment} are not being asked about`,
            why: `one was due at ${next_at.toISOString()}`,
            next: `See that workers run: ${runbook('reviews-not-asked-about')}`,
          },
        ]
      : []),
    ...(secondsSince(oldest_at, at) > OLD_REVIEW_SECONDS
      ? [
          {
            problem: `A review of an ${subject} in ${environment} is older than a day`,
            why: `open since ${oldest_at.toISOString()}: contact the issuer`,
            next: 'cardwright-admin review list',
          },
        ]
      : []),
  ]);
}

const backlogProblems: Record<Backlog['backlog'], Problem & { lateSeconds: number }> = {
  notifications: {
    problem: 'Notifications of an issuer are not processed',
    why: 'no worker takes them, or they fail repeatedly',
    next: `Read the worker's log: ${runbook('notifications-wait')}`,
    lateSeconds: LATE_SECONDS,
  },
  unplaced: {
    problem: 'Notifications of an issuer are unplaced',
    why: 'they name nothing known, do not match the protocol, or have an unknown key; money may have arrived',
    next: 'cardwright-admin notification list',
    lateSeconds: LATE_UNPLACED_SECONDS,
  },
  cases: {
    problem: 'Cases are open',
    why: 'something final was contradicted; status and money stay until two operators decide',
    next: 'cardwright-admin review list',
    lateSeconds: LATE_DECISION_SECONDS,
  },
  proposals: {
    problem: 'A proposal waits for a second operator',
    why: 'another operator must approve it',
    next: 'cardwright-admin proposal list',
    lateSeconds: LATE_DECISION_SECONDS,
  },
  verifications: {
    problem: 'Verifications wait for a decision',
    why: 'their companies cannot start until then',
    next: 'Decide them at the desk, under Verifications.',
    lateSeconds: LATE_DECISION_SECONDS,
  },
  seals: {
    problem: 'Seals have not left the database',
    why: 'CARDWRIGHT_SEALS_DIRECTORY is not set, or cannot be written to',
    next: `Read the worker's log: ${runbook('seals-not-exported')}`,
    lateSeconds: LATE_SEAL_SECONDS,
  },
  actions: {
    problem: 'Actions have not left the database',
    why: 'if the database is lost now, revoked keys and suspended companies come back',
    next: `Read the worker's log: ${runbook('marks-not-exported')}`,
    lateSeconds: LATE_ACTION_SECONDS,
  },
};

function judgeBacklogs({ backlogs, at }: Facts): Problem[] {
  return backlogs.flatMap(({ backlog, environment, oldest_at }) => {
    const { lateSeconds, problem, ...rest } = backlogProblems[backlog];
    if (secondsSince(oldest_at, at) <= lateSeconds) return [];
    return [{ problem: environment === null ? problem : `${problem} (${environment})`, ...rest }];
  });
}

function judgePauses({ pauses, at }: Facts): Problem[] {
  return pauses
    .filter(({ paused_at }) => secondsSince(paused_at, at) > LONG_PAUSE_SECONDS)
    .map(({ id, environment, product_name, paused_at }) => ({
      problem: `${product_name ?? 'Everything'} is paused in ${environment}`,
      why: `since ${paused_at.toISOString()}`,
      next: `cardwright-admin pause remove ${toId('pause', id)}`,
    }));
}
