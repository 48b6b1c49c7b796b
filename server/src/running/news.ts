// What was learned of an operation, put into the words that settle it.
import type { Clock } from '../clock.ts';
import { newUuid, toId } from '../ids.ts';
import type { Found, Outcome } from '../issuer/answers.ts';
import type { Poke } from '../queue/pokes.ts';
import type { News } from './sql.ts';

/** When the issuer is asked again, counted in seconds from the opening of the review. */
const LADDER_SECONDS = [60, 300, 900, 3_600, 21_600, 86_400, 172_800, 259_200, 345_600, 432_000, 518_400, 604_800];

type Learned = Exclude<Outcome, { kind: 'never_connected' }> | Found;

/** The news that an answer of the issuer is. */
export function newsOf(
  clock: Clock,
  { companyId, environment, operationId }: Poke,
  learned: Learned,
  how: { how: News['how']; token?: string; cardId?: string | null; openSeconds?: number | null },
): News {
  const at = clock.now();
  const eventId = newUuid(at);
  const newCardId = newUuid(at);
  const next = nextLook(how.openSeconds ?? 0);
  return {
    companyId,
    environment,
    operationId,
    how: how.how,
    ...(how.token === undefined ? {} : { token: how.token }),
    outcome: learned.kind,
    detail: detailOf(learned),
    shownId: toId('operation', operationId),
    shownCompany: toId('company', companyId),
    eventId,
    shownEvent: toId('event', eventId),
    newCardId,
    shownCard: toId('card', how.cardId ?? newCardId),
    ...(learned.kind === 'done'
      ? { receipt: learned.receipt, cardToken: learned.card?.token ?? '', last4: learned.card?.last4 ?? '' }
      : {}),
    ...(learned.kind === 'rejected' ? { code: learned.code, message: learned.message } : {}),
    ...(next === undefined ? {} : { nextSeconds: next }),
  };
}

const detailOf = (learned: Learned): string => {
  if (learned.kind === 'unknown') return `The outcome is unknown: ${learned.reason}.`;
  if (learned.kind === 'rejected') return `${learned.code}: ${learned.message}`;
  return learned.kind === 'done' ? `receipt ${learned.receipt}` : `the issuer says ${learned.kind}`;
};

/** Seconds until the next rung of the ladder; undefined behind the last one, from where only people go on. */
function nextLook(openForSeconds: number): number | undefined {
  const rung = LADDER_SECONDS.find((seconds) => seconds > openForSeconds + 1);
  return rung === undefined ? undefined : Math.ceil(rung - openForSeconds);
}
