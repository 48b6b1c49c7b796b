// Bugs that the proof of neighbours must catch: each lets one company delay another.
import type { Plant } from '../harness/plant.ts';

const working = (find: string, replace: string) => ({ file: 'platform/work/run.ts', find, replace });
const claiming = (find: string, replace: string) => ({ name: 'lease_operation', find, replace });

export const neighboursBugs: Record<string, Plant> = {
  'no-share': {
    what: 'one company may use a worker’s whole concurrency limit',
    source: [working('const COMPANY_SHARE = 1 / 8;', 'const COMPANY_SHARE = 1;')],
  },
  'share-of-each-claim': {
    what: 'a company that has its share under way gets as much again with every claim',
    functions: [claiming('where c.company_id <> all (except_companies)', 'where except_companies is not null')],
  },
  'first-come-first-served': {
    what: 'the oldest rows are claimed first, of all companies together, and no company has a share',
    functions: [
      claiming(
        'where ranked.turn <= per_company order by ranked.turn, ranked.next_at',
        'where ranked.turn <= 1000 * per_company order by ranked.next_at',
      ),
      claiming('where c.company_id <> all (except_companies)', 'where except_companies is not null'),
    ],
  },
  'hidden-behind-a-backlog': {
    what: 'companies after the first 500 due rows of another are not found',
    functions: [claiming('where seen = due_window and w.environment', 'where false and w.environment')],
  },
  'claims-without-lease': {
    what: 'a claimed row stays due, so that every worker claims it',
    functions: [claiming('set next_at = moment + make_interval(secs => lease_seconds)', 'set next_at = moment')],
  },
  'waits-for-all-of-a-claim': {
    what: 'the next rows are claimed when all that were claimed before are done',
    source: [
      working(
        'if (!mayBeMore) await wakeUp.wait(options.pollMs);',
        'await Promise.all(underWay.values());\n      if (!mayBeMore) await wakeUp.wait(options.pollMs);',
      ),
    ],
  },
  'no-backoff': {
    what: 'failed work is retried immediately',
    source: [working('const LONGEST_BACKOFF_SECONDS = 300;', 'const LONGEST_BACKOFF_SECONDS = 0;')],
  },
  'never-parked': {
    what: 'a row that can never be stored is retried immediately and forever',
    source: [
      working(
        'if (!isTransient(error)) return parkWork(db, kind, work, describeError(error));',
        `if (!isTransient(error))
      return releaseWork(db, kind, work, { afterSeconds: 0, error: describeError(error) });`,
      ),
    ],
  },
  'parked-out-of-sight': {
    what: 'parked rows are not counted for operators',
    functions: [{ name: 'count_work', find: 'select count(*) as parked,', replace: 'select 0 * count(*) as parked,' }],
  },
  'unstorable-text': {
    what: 'text that cannot be stored reaches the database',
    source: [
      {
        file: 'platform/http/storable.ts',
        find: "text.isWellFormed() && !text.includes('\\u0000')",
        replace: "text !== ''",
      },
    ],
  },
  'endpoints-one-after-the-other': {
    what: 'endpoints are taken when all that were taken before are done',
    source: [
      {
        file: 'events/deliveries/work.ts',
        find: 'await serving.takeAndServe(isSlow, wake);',
        replace: 'await serving.takeAndServe(isSlow, wake);\n    await serving.over();',
      },
    ],
  },
  'replays-without-budget': {
    what: 'a company may replay without limit',
    source: [
      {
        file: 'events/webhooks/manage.ts',
        find: 'const REPLAY_BUDGET = 20_000;',
        replace: 'const REPLAY_BUDGET = 2_000_000;',
      },
    ],
  },
  'counted-when-open': {
    what: 'live feeds and uploads are counted a moment after they were let in',
    source: [
      {
        file: 'platform/http/concurrency.ts',
        find: 'byOwner.set(owner, own + 1);',
        replace: 'setTimeout(() => byOwner.set(owner, own + 1), 100);',
      },
    ],
  },
  'uploads-without-budget': {
    what: 'a company may upload without limit',
    source: [
      { file: 'identity/verifications/uploads.ts', find: 'companyUploads: 40,', replace: 'companyUploads: 4_000,' },
    ],
  },
  'breaker-for-all': {
    what: 'unclear answers to one company stop the orders of all',
    source: [
      {
        file: 'operations/run/breaker.ts',
        find: 'const FEWEST_COMPANIES = 3;',
        replace: 'const FEWEST_COMPANIES = 1;',
      },
    ],
  },
  'queue-full-for-all': {
    what: 'a queue that one company has filled is closed to all',
    source: [{ file: 'operations/accept/backlog.ts', find: 'return own >= share;', replace: 'return own >= 0;' }],
  },
  'batch-fails-together': {
    what: 'one request that the database refuses fails all that share its batch',
    source: [
      {
        file: 'platform/db/batcher.ts',
        find: 'if (batch.length > 1 && mayLieInOne(error))',
        replace: 'if (batch.length > LARGEST_BATCH && mayLieInOne(error))',
      },
    ],
  },
};
