// Stuck items: what, why, since when, how much money is held, and the next step.
import type { DeskStatus } from '../../../shared/desk-api.ts';
import { maybe, t } from '../words/t.ts';

/** The desk's pages that resolve them. */
type Place = '/reviews' | '/proposals' | '/verifications' | '/pauses' | '/companies' | '/jobs' | '/reconciliation';

export type Stuck = {
  id: string;
  environment: 'sandbox' | 'live' | null;
  what: string;
  why: string;
  /** The safe resolutions, in words. */
  way: string;
  count: number;
  /** Null if it holds no money, or another row counts it. */
  held: string | null;
  since: string;
  to: Place | undefined;
};

type Said = Pick<Stuck, 'id' | 'environment' | 'count' | 'since'> & { held?: string };

const places: Readonly<Record<string, Place>> = {
  'waiting.paused': '/pauses',
  'waiting.unreachable': '/pauses',
  'waiting.unanswered': '/pauses',
  'waiting.suspended': '/companies',
  'waiting.waiting': '/jobs',
  'invoices.paused': '/pauses',
  'invoices.suspended': '/companies',
  'invoices.review': '/reviews',
  'backlogs.cases': '/reviews',
  'backlogs.proposals': '/proposals',
  'backlogs.verifications': '/verifications',
  'backlogs.unplaced': '/jobs',
  reviews: '/reviews',
  reconciled: '/reconciliation',
  jobs: '/jobs',
};

/** A row with the catalogue's texts of its kind: what, why and way. */
const row = (kind: string, { id, environment, count, since, held }: Said): Stuck => ({
  id: `${kind} ${id}`,
  environment,
  what: maybe(`deskStatus.what.${kind}`) ?? kind,
  why: maybe(`deskStatus.why.${kind}`) ?? '',
  way: maybe(`deskStatus.way.${kind}`) ?? t('deskStatus.wayUnknown'),
  count,
  held: held ?? null,
  since,
  to: places[kind],
});

/** Everything that waits, oldest first. */
export function stuckOf(status: DeskStatus): Stuck[] {
  return [...ofOperations(status), ...ofWork(status), ...ofTheRest(status)].toSorted((one, other) =>
    one.since.localeCompare(other.since),
  );
}

const ofOperations = ({ waiting, sending, reviews, invoices }: DeskStatus): Stuck[] => [
  ...waiting.map(({ environment, reason, pause, operations, held, oldestAt }) =>
    row(`waiting.${reason}`, { id: pause ?? environment, environment, count: operations, held, since: oldestAt }),
  ),
  ...sending
    .filter(({ silent }) => silent > 0)
    .map(({ environment, silent, oldestAt }) =>
      row('sending', { id: environment, environment, count: silent, since: oldestAt }),
    ),
  ...reviews.map(({ environment, operations, held, oldestAt }) =>
    row('reviews', { id: environment, environment, count: operations, held, since: oldestAt }),
  ),
  ...invoices.map(({ environment, state, invoices: count, oldestAt }) =>
    row(`invoices.${state}`, { id: environment, environment, count, since: oldestAt }),
  ),
];

/** Label of a kind of work, such as `simulated payment`. */
export const kindName = (kind: string) => kind.replaceAll('_', ' ');

/** Work that is due or failing; parked work has its own section. */
const ofWork = ({ at, work }: DeskStatus): Stuck[] =>
  work.flatMap(({ kind, environment, due, dueSince, failing, failingReason }) => {
    const about = { id: `${kind} ${environment}`, environment };
    const name = kindName(kind);
    return [
      ...(due === 0
        ? []
        : [
            {
              ...row('work.due', { ...about, count: due, since: dueSince ?? at }),
              what: t('deskStatus.what.work.due', { kind: name }),
            },
          ]),
      ...(failing === 0
        ? []
        : [
            {
              ...row('work.failing', { ...about, count: failing, since: at }),
              what: t('deskStatus.what.work.failing', { kind: name }),
              why: failingReason ?? '',
            },
          ]),
    ];
  });

const ofTheRest = ({ at, backlogs, reconciled, webhooks, queues }: DeskStatus): Stuck[] => [
  ...backlogs.map(({ backlog, environment, waiting, oldestAt }) =>
    row(`backlogs.${backlog}`, { id: environment ?? '', environment, count: waiting, since: oldestAt }),
  ),
  ...reconciled
    .filter(({ breaks }) => breaks > 0)
    .map(({ environment, breaks, oldestAt }) =>
      row('reconciled', { id: environment, environment, count: breaks, since: oldestAt ?? at }),
    ),
  ...webhooks.map(({ environment, state, webhooks: count, oldestAt }) =>
    row(`webhooks.${state}`, { id: environment, environment, count, since: oldestAt }),
  ),
  ...queues
    .filter(({ failed }) => failed > 0)
    .map(({ name, failed, countedAt }) =>
      row('jobs', { id: name, environment: null, count: failed, since: countedAt ?? at }),
    ),
];
