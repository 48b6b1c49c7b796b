// The status as JSON.
import { toId } from '@cardwright/server/foundation/ids.ts';
import { formatUsd } from '@cardwright/server/foundation/money/usd.ts';
import { type Facts, someWork } from '@cardwright/server/oversight/status/facts.ts';

/** The output of `status --json`, without pauses and problems. */
export const toJson = (facts: Facts) => ({
  at: facts.at,
  waiting: facts.waiting.map((row) => ({
    environment: row.environment,
    reason: row.reason,
    pause: row.pause_id === null ? null : toId('pause', row.pause_id),
    operations: Number(row.operations),
    held: formatUsd(row.held),
    oldestAt: row.oldest_at,
  })),
  sending: facts.sending.map((row) => ({
    environment: row.environment,
    operations: Number(row.operations),
    silent: Number(row.silent),
    oldestAt: row.oldest_at,
  })),
  reviews: facts.reviews.map((row) => ({
    environment: row.environment,
    operations: Number(row.operations),
    forPeople: Number(row.without_next),
    held: formatUsd(row.held),
    oldestAt: row.oldest_at,
    nextCheckAt: row.next_at,
  })),
  invoices: facts.invoices.map((row) => ({
    environment: row.environment,
    state: row.state,
    invoices: Number(row.invoices),
    forPeople: Number(row.without_next),
    oldestAt: row.oldest_at,
    nextCheckAt: row.next_at,
  })),
  held: facts.held.map((row) => ({
    environment: row.environment,
    byLedger: formatUsd(row.of_holds),
    byOperations: formatUsd(row.of_operations),
    isWhole: row.is_whole,
  })),
  backlogs: facts.backlogs.map((row) => ({
    backlog: row.backlog,
    environment: row.environment,
    waiting: Number(row.waiting),
    oldestAt: row.oldest_at,
  })),
  ...theRest(facts),
});

const theRest = (facts: Facts) => ({
  reconciled: facts.reconciled.map((row) => ({
    environment: row.environment,
    breaks: Number(row.breaks),
    oldestAt: row.oldest_at,
    notRead: Number(row.unread),
    lastAt: row.has_run ? row.last_at : null,
  })),
  verified: facts.verified.map((row) => ({
    subject: row.subject,
    lastAt: row.has_run ? row.last_at : null,
    books: row.books === null ? null : Number(row.books),
    entries: row.entries === null ? null : Number(row.entries),
    comparedWithHeads: row.compared_with_heads,
    bad: row.bad,
  })),
  webhooks: facts.webhooks.map((row) => ({
    environment: row.environment,
    state: row.state,
    webhooks: Number(row.webhooks),
    oldestAt: row.oldest_at,
  })),
  work: someWork(facts.work).map((row) => ({
    kind: row.kind,
    environment: row.environment,
    open: Number(row.open),
    due: Number(row.due),
    dueSince: row.due_since,
    failing: Number(row.failing),
    failingReason: row.failing_reason,
    parked: Number(row.parked),
    parkedSince: row.parked_since,
    parkedReason: row.parked_reason,
  })),
  workers: facts.workers.map((row) => ({
    host: row.host,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    stoppedSince: row.stopped_since,
    stopReason: row.stop_reason,
  })),
  queues: facts.queues.map(({ counted_at, ...queue }) => ({ ...queue, countedAt: counted_at })),
});
