// Receives a notification: verifies it, checks its envelope and stores it. It is interpreted later.
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../foundation/clock.ts';
import type { IssuerSettings } from '../foundation/config.ts';
import { crashPoint } from '../foundation/crash-points.ts';
import { fromId } from '../foundation/ids.ts';
import type { Environment } from '../foundation/scope.ts';
import { openBatcher } from '../platform/db/batcher.ts';
import type { Db } from '../platform/db/db.ts';
import { aboutOf, amountOf, type Said } from './about.ts';
import { parseJson } from './json.ts';
import { orderOutcomeIn } from './outcome.ts';
import { type SignedNotification, verifyNotification } from './signature.ts';
import { type Confirmation, type Kept, type NewNotification, storeNotifications } from './sql.ts';

const envelope = Compile(
  Type.Object({
    id: Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' }),
    type: Type.String({ pattern: '^[a-z_.]{1,64}$' }),
    occurredAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$' }),
    account: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' })),
    data: Type.Object({}),
  }),
);

/** The protocol's format of the issuer's card token. */
const CARD_TOKEN = /^[\x21-\x7e]{1,128}$/;

/** The object that a notification names. The database uses it to find the company, so that claims are fair. */
function subjectIn(said: Said) {
  const { reference, card } = said.data;
  const text = typeof reference === 'string' ? reference : '';
  const operation = fromId('operation', text);
  return {
    subject: operation ?? fromId('invoice', text),
    cardToken: typeof card === 'string' && CARD_TOKEN.test(card) ? card : undefined,
    confirmation: operation === undefined ? undefined : confirmationIn(said),
  };
}

/** What a notification says of an operation, for the database to compare with what is recorded. */
function confirmationIn(said: Said): Confirmation | undefined {
  const outcome = orderOutcomeIn(said);
  return outcome && { outcome, account: said.account, about: aboutOf(said), amount: amountOf(said) };
}

export type Received = { verdict: 'unverified' | 'malformed' } | { verdict: Kept; eventId: string };

/** Receives notifications. Those that wait for the database share a commit. */
export function notificationReceiver({ db, clock }: { db: Db; clock: Clock }) {
  const keep = openBatcher<NewNotification, Kept>({
    name: 'notifications',
    run: (batch) => storeNotifications(db, batch),
    ownerOf: ({ environment }) => environment,
    identityOf: ({ environment, eventId }) => `${environment} ${eventId}`,
  });
  // The environment is the one whose keys verify the notification, so the caller passes both together. The body does
  // not decide it.
  return async (
    { environment, keys }: { environment: Environment; keys: IssuerSettings['notificationKeys'] },
    notification: SignedNotification,
  ): Promise<Received> => {
    if (!verifyNotification(keys, notification, clock.now())) return { verdict: 'unverified' };
    const event = parseJson(notification.body);
    if (!envelope.Check(event) || Number.isNaN(Date.parse(event.occurredAt))) return { verdict: 'malformed' };
    const received = { ...notification, environment, eventId: event.id, ...subjectIn(event as Said) };
    const verdict = await keep(received);
    crashPoint('after-notification');
    return { verdict, eventId: event.id };
  };
}
