// The common parts of requests with an effect: a scenario, a digest of the content, a log entry, an answer.
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endingOf, type Hanging, sendAnswer } from './answers.ts';
import { accountOf } from './authenticate.ts';
import type { Deliverer } from './notifications.ts';
import { headerOf, pathOf } from './record.ts';
import { refuse } from './refusals.ts';
import { findScenario, type Notice, noticeOf, type Scenario } from './scenarios.ts';
import type { Received, Taken } from './sql.ts';

/** The scenario that a request asks for. */
export function scenarioOf(request: FastifyRequest): Scenario {
  const name = request.headers['sandbox-scenario'];
  const found = findScenario(Array.isArray(name) ? name.join() : name);
  if (found === 'elsewhere') refuse('scenario_elsewhere');
  return found ?? refuse('scenario_unknown');
}

/** The database's parameters of a request: its account, the digest of its content, its result. */
export function asked(
  request: FastifyRequest,
  body: { reference: string },
  scenario: Scenario,
): Received & { account: string; reference: string; content: string; deadline: string | null } {
  return {
    port: 'main',
    method: request.method,
    path: pathOf(request.url),
    account: accountOf(request),
    reference: body.reference,
    scenario: headerOf(request.headers, 'sandbox-scenario'),
    signatureValid: request.signatureValid,
    content: digestOf(body),
    deadline: deadlineOf(request),
    ...endingOf(scenario.answer),
  };
}

/** The deadline of a request, in Unix seconds; null without one. */
function deadlineOf({ headers }: FastifyRequest): string | null {
  const deadline = headers['issuer-deadline'];
  if (deadline === undefined) return null;
  if (typeof deadline === 'string' && /^\d{1,12}$/.test(deadline)) return deadline;
  return refuse('request_invalid', 'Issuer-Deadline is Unix seconds.');
}

/** Two bodies with the same fields have the same digest, in any order. */
function digestOf(body: object): string {
  const fields = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** The effect and the notification of a scenario. */
export function planOf(scenario: Scenario): { effect: Scenario['effect']; notice: Notice | null } {
  return { effect: scenario.effect, notice: noticeOf(scenario.notice, newEventId()) };
}

/** Creates an event id. */
export const newEventId = (): string => `evt_${randomUUID()}`;

/** Answers a request, with the scenario's fault; the notification is sent before or after, as the scenario asks. */
export async function answerTaken(
  deps: { deliverer: Deliverer; hanging: Hanging },
  reply: FastifyReply,
  { taken, scenario, notice }: { taken: Taken | undefined; scenario: Scenario; notice: Notice | null },
): Promise<FastifyReply> {
  reply.request.recorded = true;
  if (taken === undefined) throw new Error('the database answered nothing');
  if (taken.verdict === 'conflict') refuse('reference_conflict');
  const isNew = taken.verdict === 'first' && notice !== null;
  if (isNew && scenario.notice === 'before') await deps.deliverer.deliverNow(notice.id);
  const sent = await sendAnswer(reply, { answer: taken.answer ?? '', fault: scenario.answer, hanging: deps.hanging });
  if (isNew && notice.delaySeconds === 0) deps.deliverer.wake();
  return sent;
}
