// One cell of the matrix: a caller asks an endpoint for a company in an environment, and gets the answer that the
// table demands.
import { randomUUID } from 'node:crypto';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { type Answer, type Ask, type Client, codeOf } from '../harness/ask.ts';
import type { Context } from '../harness/proof.ts';
import type { Caller } from './callers.ts';
import { type Door, ownHeaders } from './people.ts';
import type { Place, State } from './places.ts';
import type { Row } from './row.ts';

export type Cell = { caller: Caller; row: Row; place: Place; environment: Environment; expected: string };

/** Why the table refuses this; undefined when it does not. */
export function refusalOf(row: Row, caller: Caller, place: Place, environment: Environment): string | undefined {
  if (!caller.signedIn) return '401 signed_out';
  if (row.person) return undefined;
  const role = caller.roles.get(place.companyId);
  if (role === undefined) return '404 company_not_found';
  return row.refusal === '403 role_missing'
    ? (refusalOfRole(row, role, environment) ??
        refusalOfState(row, place.state) ??
        refusalOfCode(row, caller, environment))
    : (refusalOfState(row, place.state) ??
        refusalOfRole(row, role, environment) ??
        refusalOfCode(row, caller, environment));
}

const refusalOfRole = (row: Row, role: Row['roles']['live'][number], environment: Environment) => {
  if (!row.roles[environment].includes(role)) return row.refusal;
  return row.sandboxOnly && environment === 'live' ? '403 sandbox_only' : undefined;
};

function refusalOfState(row: Row, { verification, suspended }: State): string | undefined {
  if (verification !== 'approved' && !row.beforeApproval) return '403 verification_required';
  return suspended && !row.whileSuspended ? '403 company_suspended' : undefined;
}

function refusalOfCode(row: Row, { factor }: Caller, environment: Environment): string | undefined {
  if (row.code.includes(environment) && factor !== 'fresh')
    return factor === 'none' ? '403 second_factor_missing' : '403 second_factor_needed';
  return environment === 'live' ? row.refusalInLive : undefined;
}

/** The answer to an allowed caller. */
export function successOf(row: Row, { factor }: Caller, { state }: Place): string {
  const { [factor]: byFactor } = row.successBy ?? {};
  if (byFactor !== undefined) return byFactor;
  return (state.verification === 'approved' ? row.successOfApproved : undefined) ?? row.success;
}

/** The request of a cell, about the object with this id. */
export function askOf(door: Door, { caller, row, place, environment }: Omit<Cell, 'expected'>, id: string): Ask {
  const path = row.path.replace(/\{slot\}/, 'director_id').replace(/\{\w+\}/, encodeURIComponent(id));
  const keyed = row.path.startsWith('/api/') && row.method !== 'GET';
  const body = row.body?.(environment);
  return {
    method: row.method,
    path: row.query === undefined ? path : `${path}?${row.query}`,
    headers: {
      ...(row.method === 'GET' ? {} : ownHeaders(door)),
      ...(keyed ? { 'idempotency-key': randomUUID() } : {}),
      ...(row.person ? {} : { 'cardwright-company': place.id }),
      // Rows without an environment are asked with and without one: it makes no difference.
      ...(row.environment || environment === 'live' ? { 'cardwright-environment': environment } : {}),
      ...row.headers,
      ...caller.headers,
    },
    ...(body === undefined ? {} : { body }),
    stream: row.stream ?? false,
  };
}

/** An answer in short: its status, and the code of a refusal. */
export const shown = (answer: Answer): string =>
  [answer.status, codeOf(answer)].filter((part) => part !== undefined).join(' ');

/** Sends the request and compares the answer. */
export async function check(context: Context, client: Client, cell: Cell, ask: Ask): Promise<Answer> {
  const answer = await client.ask(ask);
  const found = shown(answer);
  if (found !== cell.expected) {
    const { caller, row, place, environment, expected } = cell;
    context.violation(`${row.method} ${row.path} answers ${found} and not ${expected}`, {
      caller: caller.name,
      role: caller.roles.get(place.companyId),
      factor: caller.factor,
      state: place.state,
      environment,
      path: ask.path,
    });
  }
  return answer;
}
