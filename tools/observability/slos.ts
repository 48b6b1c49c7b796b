// The service level objectives of a cell, and what follows from them: recording rules, alerts and their page.

/** How often it may fail is the budget; an alert tells how fast that is used up. */
export type Slo = {
  name: string;
  title: string;
  /** The share of good ones. */
  objective: number;
  /** What is counted, and which of it is good. */
  counts: string;
  reason: string;
  /** The share of bad ones in a window, such as 5m. */
  errors: (window: string) => string;
};

/** The bucket of 10 s: Prometheus 3 stores its bound as 10.0, and older versions as 10. */
const WITHIN_10_S = 'le=~"10([.]0)?"';

/** Orders and card actions: what a client must never lose. */
const ACCEPT = 'method="POST",route=~"/api/v1/operations|/api/v1/cards/:id/(freeze|unfreeze|close|limits)"';

const rateOf = (series: string, window: string) => `sum(rate(${series}[${window}]))`;

export const slos: readonly Slo[] = [
  {
    name: 'accept',
    title: 'Orders are accepted',
    objective: 0.999,
    counts: 'requests that order something; one answered with 5xx is bad',
    reason: 'A client repeats it with the same key and loses nothing, but its own customer waits.',
    errors: (window) =>
      `${rateOf(`cardwright_http_requests_total{${ACCEPT},status="5xx"}`, window)} / ${rateOf(`cardwright_http_requests_total{${ACCEPT}}`, window)}`,
  },
  {
    name: 'latency',
    title: 'Orders are accepted fast',
    objective: 0.99,
    counts: 'the same requests; one that takes longer than 0.5 s is bad',
    reason: 'Somebody looks at a screen meanwhile. A lost primary takes longer, and uses up a part of the budget.',
    errors: (window) =>
      `1 - ${rateOf(`cardwright_http_request_seconds_bucket{${ACCEPT},le="0.5"}`, window)} / ${rateOf(`cardwright_http_request_seconds_count{${ACCEPT}}`, window)}`,
  },
  {
    name: 'sent',
    title: 'Orders are sent',
    objective: 0.995,
    counts: 'minutes; one in which a live order has waited for more than 60 s, and nothing keeps it, is bad',
    reason:
      'From then on only the issuer decides how long an order takes. Pauses and an unreachable issuer keep orders.',
    errors: (window) =>
      `avg_over_time((max(cardwright_operations_waiting_oldest_seconds{environment="live",reason="waiting"}) > bool 60)[${window}:1m])`,
  },
  {
    name: 'delivery',
    title: 'Events are delivered fast',
    objective: 0.99,
    counts: 'first attempts to deliver a live event; one that begins later than 10 s after the event is bad',
    reason:
      'A client that waits for a webhook waits for us. Its own failures are not counted: only the first attempt is.',
    errors: (window) =>
      `1 - ${rateOf(`cardwright_webhook_delay_seconds_bucket{environment="live",${WITHIN_10_S}}`, window)} / ${rateOf('cardwright_webhook_delay_seconds_count{environment="live"}', window)}`,
  },
];

const WINDOWS = ['5m', '30m', '1h', '2h', '6h', '1d', '3d'] as const;

type Window = (typeof WINDOWS)[number];

/** Both windows must burn: the long one shows that it matters, the short one that it goes on. */
type Burn = { long: Window; short: Window; times: number };

/** Burned at 1 ×, a budget lasts 30 days. 14.4 × uses 2 % of it in an hour, 6 × uses 5 % in six. */
const FAST: readonly Burn[] = [
  { long: '1h', short: '5m', times: 14.4 },
  { long: '6h', short: '30m', times: 6 },
];

/** 3 × uses 10 % in a day, and 1 × as much in three. */
const SLOW: readonly Burn[] = [
  { long: '1d', short: '2h', times: 3 },
  { long: '3d', short: '6h', times: 1 },
];

const alerts = [
  { name: 'CardwrightBudgetBurnsFast', burns: FAST, severity: 'page', means: 'wakes somebody', last: 'hours' },
  {
    name: 'CardwrightBudgetBurnsSlowly',
    burns: SLOW,
    severity: 'ticket',
    means: 'waits for the morning',
    last: 'days',
  },
] as const;

const recorded = (window: Window) => `cardwright:slo_errors:ratio_${window}`;

/** The share of bad ones that is allowed, without the last digits of binary fractions. */
const budgetOf = ({ objective }: Slo) => Number((1 - objective).toFixed(6));

const burning = (burns: readonly Burn[]) =>
  burns
    .map(({ long, short, times }) => {
      const over = (window: Window) => `${recorded(window)} > on (slo) ${times} * cardwright:slo_budget`;
      return `(${over(long)} and on (slo) ${over(short)})`;
    })
    .join(' or ');

const record = (name: string, expression: string, slo: Slo) =>
  `      - record: '${name}'
        expr: '${expression}'
        labels:
          slo: '${slo.name}'
`;

const alert = ({ name, burns, severity, last }: (typeof alerts)[number]) =>
  `      - alert: ${name}
        expr: '${burning(burns)}'
        labels:
          severity: ${severity}
        annotations:
          summary: '{{ $labels.slo }}: {{ $value | humanizePercentage }} were bad in the last ${last}.'
          why: 'At this rate the objective is missed before its 30 days are over. Other alerts may name the cause.'
          runbook_url: docs/runbooks/operations.md#budget-burns
`;

/** Rules for Prometheus: the shares of bad ones by window, and two alerts for all objectives. */
export const sloRules = (): string =>
  `# Generated by \`npm run generate\` from tools/observability/slos.ts. Tested by slos.test.yml.
groups:
  - name: cardwright-slos
    rules:
${slos.map((slo) => record('cardwright:slo_budget', `vector(${budgetOf(slo)})`, slo)).join('')}${slos
  .flatMap((slo) => WINDOWS.map((window) => record(recorded(window), slo.errors(window), slo)))
  .join('')}${alerts.map(alert).join('')}`;

const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`;

/** How long something may be down completely in 30 days. */
const downtime = (slo: Slo) => `${Math.round(budgetOf(slo) * 30 * 24 * 60)} min`;

const burnLine = (name: string, { long, short, times }: Burn, means: string) =>
  `| \`${name}\` | ${long} and ${short} | ${times} × the budget | ${means} |`;

/** The page for operators. */
export const sloPage = (): string =>
  `<!-- Generated by \`npm run generate\` from tools/observability/slos.ts. -->
# Service level objectives

What a cell promises in 30 days, measured by its own metrics. The budget is what may go wrong: the minutes are those of
a complete outage that would use it up.

| Objective | Share | Budget | Counted | Why |
|---|---|---|---|---|
${slos
  .map(
    (slo) =>
      `| **${slo.title}** (\`${slo.name}\`) | ${percent(slo.objective)} | ${downtime(slo)} | ${slo.counts} | ${slo.reason} |`,
  )
  .join('\n')}

Requests by the sandbox count like others for the first two: it is the same API. Settled orders have no objective of
their own, because the issuer decides how long one takes; [reviews](../runbooks/review.md) have alerts.

## Alerts

Two alerts watch all objectives. Each compares a long window, which shows that it matters, with a short one, which shows
that it goes on. Both are in [slos.rules.yml](../alerts/slos.rules.yml), with
[tests](../alerts/slos.test.yml); the runbook is [budget burns](../runbooks/operations.md#budget-burns).

| Alert | Windows | Burns | Means |
|---|---|---|---|
${alerts.flatMap(({ name, burns, means }) => burns.map((each) => burnLine(name, each, means))).join('\n')}

## Dashboards

\`deploy/grafana/\` holds dashboards for Grafana, generated from \`tools/observability/dashboards.ts\`: overview, money,
issuer, webhooks and cell. Import them, and choose the Prometheus that scrapes the cell.
`;
