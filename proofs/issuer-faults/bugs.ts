// Bugs that the proof of the issuer's faults must catch.
import type { Plant } from '../harness/plant.ts';

const claim = (find: string, replace: string) => ({ name: 'claim_operations', find, replace });
const settle = (find: string, replace: string) => ({ name: 'settle_operations', find, replace });
const capture = (find: string, replace: string) => ({ name: 'capture_operations', find, replace });
const answers = (find: string, replace: string) => ({ file: 'issuer/answers.ts', find, replace });
const exchange = (find: string, replace: string) => ({ file: 'issuer/exchange.ts', find, replace });

/** The condition that keeps a marked operation from being marked again. */
const MARKED_AGAIN = [
  claim("l.status = 'processing' then 'lost'", 'false then null'),
  claim("when l.status <> 'queued' then 'over'", ''),
  claim("and (o.status = 'queued') is true and o.lease_token", 'and o.lease_token'),
];

const SENT = 'outcome = await issuer.submit(toOrder(operation, limits), deadline);';

const REVIEWED = 'if o.status = was then';
const CONTRADICTED = "results[item.position] := 'contradiction';";

/** Where the answer to an order is checked, before anything in it is trusted. */
const LOOK = "if (exchange.kind !== 'answered') return exchange;\n  if (exchange.status !== 200) return unknown";
const takenFor = (outcome: string) => [answers(LOOK, `if (exchange.status === 500) return ${outcome};\n  ${LOOK}`)];

export const faultBugs: Record<string, Plant> = {
  'mark-ignored': {
    what: 'an operation is sent again while its sender is still working',
    source: [{ file: 'operations/run/run.ts', find: 'leaseSeconds: SILENT_SECONDS', replace: 'leaseSeconds: 0' }],
    functions: MARKED_AGAIN,
  },
  'lost-is-sent-again': {
    what: 'an operation whose sender seems dead is sent again',
    functions: MARKED_AGAIN,
  },
  'sent-however-late': {
    what: 'a stalled worker sends after others have taken its claim for lost, and the issuer accepts it',
    source: [exchange('&& !mayLeave(this.#deadline)', '&& false')],
    functions: [
      {
        name: 'issuer_sandbox.is_late',
        find: 'clock_timestamp() > to_timestamp(',
        replace: 'false and clock_timestamp() > to_timestamp(',
      },
    ],
  },
  'deadline-of-the-send': {
    what: 'the time of a claim is counted from the send, by us and at the issuer',
    source: [
      {
        file: 'operations/run/send.ts',
        find: SENT,
        replace: `const { startDeadline } = await import('../../issuer/deadline.ts');
    outcome = await issuer.submit(toOrder(operation, limits), startDeadline(runner.clock));`,
      },
    ],
  },
  'faults-asked-for-count': {
    what: 'faults that a sandbox asked for stop its other operations',
    source: [
      {
        file: 'operations/run/send.ts',
        find: "isFaultAskedFor: claimed.scenario !== ''",
        replace: 'isFaultAskedFor: false',
      },
    ],
  },
  'timeout-is-retried': {
    what: 'an order that was not answered in time is sent once more',
    source: [
      {
        file: 'operations/run/send.ts',
        find: SENT,
        replace: `${SENT}
          if (outcome.kind === 'unknown' && outcome.reason.startsWith('no answer'))
            outcome = await issuer.submit(toOrder(operation, limits), { ...deadline, startedMs: performance.now() });`,
      },
    ],
  },
  'closed-is-never-connected': {
    what: 'a connection that closed without an answer is taken for one that was never made',
    source: [
      exchange('error instanceof NeverConnected && this.#controller === undefined', 'this.#status === 0'),
      exchange("outcome.kind !== 'never_connected' || lost === lostBefore", 'true'),
    ],
  },
  'a-read-sends': {
    what: 'a review asks the issuer by sending the order again',
    source: [
      {
        file: 'issuer/client.ts',
        find: "read(account, pathOf('orders', reference));\n      return readFound",
        replace: `ask({ account, method: 'POST', path: '/v1/orders', json: { reference, kind: expected.kind,
          product: 'prod_again', amount: formatUsd(expected.amount), currency: 'USD', recipient: 'ada' } });
      return readFound`,
      },
    ],
  },
  'error-is-rejected': {
    what: 'a 500 is taken for a rejection, and the hold is released',
    source: takenFor("{ kind: 'rejected', code: 'error', message: 'The issuer failed.' }"),
  },
  'error-is-done': {
    what: 'a 500 is taken for done',
    source: takenFor("expected.kind === 'service' ? { kind: 'done', receipt: 'R-0' } : unknown('an error')"),
  },
  'any-reference': {
    what: 'an answer about another reference is trusted',
    source: [
      answers(
        "unknown('the answer is about another reference');\n  if (answer.kind",
        "answer.reference === '' ? unknown('none') : readOrder(body, answer.reference, expected);\n  if (answer.kind",
      ),
    ],
  },
  'any-amount': {
    what: 'an answer about another amount is trusted',
    source: [answers('answer.amount !== formatUsd(expected.amount) || ', '')],
  },
  'any-status': {
    what: 'a status that we do not know is taken for done',
    source: [
      answers("if (answer.status === 'done') return", "if (!['pending', 'rejected'].includes(answer.status)) return"),
    ],
  },
  'json-repaired': {
    what: 'truncated JSON is completed and trusted',
    source: [
      {
        file: 'issuer/json.ts',
        find: '} catch {\n    return undefined;',
        replace: '} catch {\n    return repaired(body);',
      },
      {
        file: 'issuer/json.ts',
        find: "const utf8 = new TextDecoder('utf-8', { fatal: true });",
        replace: `const utf8 = new TextDecoder('utf-8', { fatal: true });
          const repaired = (body) => { try { return JSON.parse(utf8.decode(body) + '}'); } catch { return undefined; } };`,
      },
    ],
  },
  'absent-is-rejected': {
    what: 'a read that finds nothing releases the hold, while the request may still be on its way',
    source: [
      answers("return { kind: 'absent' };", "return { kind: 'rejected', code: 'absent', message: 'Never seen.' };"),
    ],
  },
  'review-releases': {
    what: 'a review releases the hold when it opens',
    functions: [
      settle(
        REVIEWED,
        `if was = 'processing' and o.status = 'manual_review' then
      released := released || o;
      released_refs := released_refs || (item.said ->> 'shownId');
    end if;
    ${REVIEWED}`,
      ),
    ],
  },
  'no-review': {
    what: 'an operation that was lost is failed, and its hold is released',
    functions: [
      {
        name: 'operation_after',
        find: "elsif said ->> 'outcome' = 'rejected' then",
        replace: "elsif said ->> 'outcome' = 'rejected' or said ->> 'how' = 'lost' then",
      },
    ],
  },
  'given-up-early': {
    what: 'an unreachable issuer is given up after 13 minutes',
    source: [
      {
        file: 'operations/run/claim.ts',
        find: 'const GIVE_UP_SECONDS = 15 * 60;',
        replace: 'const GIVE_UP_SECONDS = 13 * 60;',
      },
    ],
  },
  'capture-without-fee': {
    what: 'the whole hold is captured for the issuer, and there is no fee',
    functions: [
      capture(
        'array(select c.amount from unnest(captured) as c), array(select c.fee from unnest(captured) as c)',
        'array(select c.amount + c.fee from unnest(captured) as c), array(select 0::bigint from unnest(captured) as c)',
      ),
    ],
  },
  'contradiction-fails': {
    what: 'a notification that contradicts makes a completed operation failed',
    functions: [
      settle(
        CONTRADICTED,
        `${CONTRADICTED} update public.operations x set status = 'failed'
           where x.company_id = o.company_id and x.environment = o.environment and x.id = o.id;`,
      ),
    ],
  },
  'contradiction-is-dropped': {
    what: 'a contradiction is recorded, and no operator is notified',
    functions: [settle('perform public.open_case(', 'perform num_nonnulls(')],
  },
  'contradiction-pays': {
    what: 'a notification that contradicts gives the money of a completed operation back',
    functions: [
      settle(
        CONTRADICTED,
        `${CONTRADICTED} perform ledger.credit_sandbox(array[o.company_id], array[o.environment],
           array['back ' || item.position || o.id], array[o.amount + o.fee]);`,
      ),
    ],
  },
  'contradiction-is-noted': {
    what: 'every notification about a settled operation is noted where it is stored, even a contradiction',
    functions: [
      {
        name: `store_notifications(environment[]${', text[]'.repeat(3)}, bytea[], uuid[]${', text[]'.repeat(5)})`,
        find: 'n.outcome = public.issuer_outcome(o.status)',
        replace: "n.outcome <> '' and o.status in ('completed', 'failed')",
      },
    ],
  },
  'top-up-without-balance': {
    what: 'a top-up that is done does not show on its card',
    functions: [capture('set balance = k.balance + t.amount', 'set balance = k.balance')],
  },
  'number-left-out': {
    what: 'an event takes two numbers',
    functions: [
      {
        name: 'append_events(uuid[], environment[], uuid[], text[], text[], text[], text[], timestamptz[], text[])',
        find: 'set last = c.last + excluded.last',
        replace: 'set last = c.last + excluded.last + 1',
      },
    ],
  },
};
