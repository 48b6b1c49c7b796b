// Dashboards for Grafana, from the same metrics as the alerts. Each answers questions that somebody on call asks.
import { slos } from './slos.ts';

export type Panel = {
  title: string;
  /** What is shown, by legend. `{{label}}` stands for the value of a label. */
  shows: Record<string, string>;
  unit?: 'short' | 's' | 'percentunit' | 'reqps' | 'currencyUSD' | 'bytes';
  /** A single figure that is red from this value on, instead of a graph. */
  redFrom?: number;
};

export type Dashboard = { name: string; title: string; asks: string; rows: Record<string, readonly Panel[]> };

/** Every worker reports the same facts. */
const most = (series: string, by = '') => `max${by === '' ? '' : ` by (${by})`} (${series})`;

const cents = (series: string) => `${series} / 100`;

const rate = (series: string, by: string) => `sum by (${by}) (rate(${series}[$__rate_interval]))`;

const quantile = (share: number, series: string, by = '') =>
  `histogram_quantile(${share}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${series}_bucket[$__rate_interval])))`;

const oldest = (series: string, by: string): Panel['shows'] => ({
  [`{{${by.replace(', ', '}} {{')}}}`]: most(series, by),
});

export const dashboards: readonly Dashboard[] = [
  {
    name: 'overview',
    title: 'Cardwright: overview',
    asks: 'Do clients get what was promised, and does anything need a person?',
    rows: {
      'Needs a person': [
        {
          title: 'Reviews for people',
          shows: { reviews: 'sum(max by (environment, subject) (cardwright_reviews_for_people{environment="live"}))' },
          redFrom: 1,
        },
        {
          title: 'Wrong rows',
          shows: { '{{subject}}': most('cardwright_verification_bad', 'subject') },
          redFrom: 1,
        },
        {
          title: 'Differences to the issuer',
          shows: { live: most('cardwright_reconciliation_breaks{environment="live"}') },
          redFrom: 1,
        },
        { title: 'Fence closed', shows: { processes: 'sum(cardwright_recovering)' }, redFrom: 1 },
        { title: 'Workers stopped', shows: { workers: 'sum(cardwright_stopped)' }, redFrom: 1 },
        {
          title: 'Work parked',
          shows: { parked: 'sum(max by (kind, environment) (cardwright_work_parked{environment="live"}))' },
          redFrom: 1,
        },
      ],
      Objectives: slos.map(({ name, title }) => ({
        title,
        shows: {
          '1 hour': `cardwright:slo_errors:ratio_1h{slo="${name}"}`,
          '3 days': `cardwright:slo_errors:ratio_3d{slo="${name}"}`,
          budget: `cardwright:slo_budget{slo="${name}"}`,
        },
        unit: 'percentunit',
      })),
      Requests: [
        {
          title: 'Requests by status',
          shows: { '{{status}}': rate('cardwright_http_requests_total', 'status') },
          unit: 'reqps',
        },
        {
          title: 'Refusals by code',
          shows: { '{{code}}': `${rate('cardwright_http_refusals_total', 'code')} > 0` },
          unit: 'reqps',
        },
        {
          title: 'Duration',
          shows: {
            median: quantile(0.5, 'cardwright_http_request_seconds'),
            '99 %': quantile(0.99, 'cardwright_http_request_seconds'),
          },
          unit: 's',
        },
        {
          title: 'Waiting inside a process',
          shows: {
            '{{batcher}}': 'sum by (batcher) (cardwright_batcher_waiting)',
            connections: 'sum(cardwright_database_waiting)',
          },
        },
      ],
    },
  },
  {
    name: 'money',
    title: 'Cardwright: money',
    asks: 'How much money is held, where does it wait, and do the books agree?',
    rows: {
      Held: [
        {
          title: 'Held by the ledger and by operations',
          shows: { '{{environment}}, {{by}}': cents(most('cardwright_held_cents', 'environment, by')) },
          unit: 'currencyUSD',
        },
        {
          title: 'Held by reviews',
          shows: { '{{environment}}': cents(most('cardwright_reviews_held_cents', 'environment')) },
          unit: 'currencyUSD',
        },
      ],
      Orders: [
        {
          title: 'Waiting, by reason',
          shows: { '{{environment}}, {{reason}}': most('cardwright_operations_waiting', 'environment, reason') },
        },
        {
          title: 'Oldest that waits',
          shows: oldest('cardwright_operations_waiting_oldest_seconds', 'environment, reason'),
          unit: 's',
        },
        { title: 'Being sent', shows: { '{{environment}}': most('cardwright_operations_sending', 'environment') } },
        {
          title: 'Done by the issuer, by kind',
          shows: {
            '{{environment}}, {{request}}': rate(
              'cardwright_issuer_request_seconds_count{outcome="done"}',
              'environment, request',
            ),
          },
          unit: 'reqps',
        },
      ],
      Reviews: [
        {
          title: 'Open',
          shows: { '{{environment}}, {{subject}}': most('cardwright_reviews', 'environment, subject') },
        },
        { title: 'Oldest', shows: oldest('cardwright_reviews_oldest_seconds', 'environment, subject'), unit: 's' },
      ],
      Deposits: [
        {
          title: 'Invoices, by what they wait for',
          shows: { '{{environment}}, {{state}}': most('cardwright_invoices', 'environment, state') },
        },
        { title: 'Oldest', shows: oldest('cardwright_invoices_oldest_seconds', 'environment, state'), unit: 's' },
      ],
      Books: [
        { title: 'Last verified', shows: oldest('cardwright_verification_age_seconds', 'subject'), unit: 's' },
        { title: 'Last reconciled', shows: oldest('cardwright_reconciliation_age_seconds', 'environment'), unit: 's' },
      ],
    },
  },
  {
    name: 'issuer',
    title: 'Cardwright: issuer',
    asks: 'Does the issuer answer, how fast, and what does it say?',
    rows: {
      Requests: [
        {
          title: 'Requests by outcome',
          shows: {
            '{{environment}}, {{outcome}}': rate('cardwright_issuer_request_seconds_count', 'environment, outcome'),
          },
          unit: 'reqps',
        },
        {
          title: 'Duration, 99 %',
          shows: {
            '{{environment}}, {{request}}': quantile(0.99, 'cardwright_issuer_request_seconds', 'environment, request'),
          },
          unit: 's',
        },
      ],
      Notifications: [
        {
          title: 'By result',
          shows: { '{{environment}}, {{status}}': rate('cardwright_notifications_total', 'environment, status') },
          unit: 'reqps',
        },
        { title: 'Pauses', shows: { '{{environment}}': most('cardwright_pauses', 'environment') } },
      ],
    },
  },
  {
    name: 'webhooks',
    title: 'Cardwright: webhooks',
    asks: 'Do events reach the companies, and if not, whose fault is it?',
    rows: {
      Deliveries: [
        {
          title: 'Attempts by outcome',
          shows: { '{{environment}}, {{outcome}}': rate('cardwright_webhook_attempts_total', 'environment, outcome') },
          unit: 'reqps',
        },
        {
          title: 'From event to first attempt',
          shows: {
            'median, {{environment}}': quantile(0.5, 'cardwright_webhook_delay_seconds', 'environment'),
            '99 %, {{environment}}': quantile(0.99, 'cardwright_webhook_delay_seconds', 'environment'),
          },
          unit: 's',
        },
      ],
      'Not getting through': [
        {
          title: 'Companies and endpoints',
          shows: { '{{environment}}, {{state}}': most('cardwright_webhooks', 'environment, state') },
        },
        { title: 'Since when', shows: oldest('cardwright_webhooks_oldest_seconds', 'environment, state'), unit: 's' },
      ],
      Emails: [
        { title: 'By outcome', shows: { '{{outcome}}': rate('cardwright_emails_total', 'outcome') }, unit: 'reqps' },
      ],
    },
  },
  {
    name: 'cell',
    title: 'Cardwright: cell',
    asks: 'Do the processes and the database keep up, and would a lost database be recoverable?',
    rows: {
      Processes: [
        {
          title: 'Processor time',
          shows: { '{{job}} {{instance}}': 'rate(process_cpu_seconds_total[$__rate_interval])' },
          unit: 'percentunit',
        },
        { title: 'Memory', shows: { '{{job}} {{instance}}': 'process_resident_memory_bytes' }, unit: 'bytes' },
        {
          title: 'Event loop lag, 99 %',
          shows: { '{{job}} {{instance}}': 'nodejs_eventloop_lag_p99_seconds' },
          unit: 's',
        },
      ],
      Work: [
        {
          title: 'Due',
          shows: { '{{kind}}, {{environment}}': `${most('cardwright_work_due', 'kind, environment')} > 0` },
        },
        { title: 'Due since', shows: oldest('cardwright_work_due_oldest_seconds', 'kind, environment'), unit: 's' },
        {
          title: 'Backlogs',
          shows: { '{{backlog}}, {{environment}}': `${most('cardwright_backlog', 'backlog, environment')} > 0` },
        },
        {
          title: 'Jobs of the queues',
          shows: { '{{queue}}, {{state}}': `${most('cardwright_queue_jobs', 'queue, state')} > 0` },
        },
      ],
      'Recovery and proof': [
        { title: 'Marks are behind by', shows: { lag: 'max(cardwright_mark_lag_seconds)' }, unit: 's' },
        {
          title: 'Commits of unknown outcome',
          shows: { '{{how}}': rate('cardwright_commits_unknown_total', 'how') },
          unit: 'reqps',
        },
        {
          title: 'Since the last good drill',
          shows: { age: 'time() - max(cardwright_drill_last_success_timestamp_seconds)' },
          unit: 's',
        },
      ],
    },
  },
];

/** Queries of all panels. */
export const expressionsOf = ({ rows }: Dashboard): string[] =>
  Object.values(rows).flatMap((panels) => panels.flatMap(({ shows }) => Object.values(shows)));
