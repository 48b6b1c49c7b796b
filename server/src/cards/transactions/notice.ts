// Issuer notifications about card payments. Their order of arrival does not matter: the later of two states of a
// payment wins.
import type { Clock } from '../../foundation/clock.ts';
import { fromId, newUuid, toId } from '../../foundation/ids.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import { type Notice, ofAnotherAccount, processed, type Topic, unplaced, type Verdict } from '../../issuer/process.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Payment, readPayment } from './payment.ts';
import {
  findPlaces,
  openCase,
  type PaymentUpdate,
  type Place,
  type Recorded,
  recordTransactions,
  type Sought,
} from './sql.ts';

/** Handles notifications about cards. A payment whose card is unknown stays unplaced until the card is known. */
export function cardTopic({ db, clock }: { db: Db; clock: Clock }): Topic {
  const record = openBatcher<PaymentUpdate, Recorded>({
    run: (batch) => recordTransactions(db, batch),
    ownerOf: ({ companyId, environment }) => `${companyId} ${environment}`,
    identityOf: ({ companyId, environment, reference }) => `${companyId} ${environment} ${reference}`,
  });
  const find = openBatcher<Sought & { notification: string }, Place | undefined>({
    run: (batch) => findPlaces(db, batch),
    ownerOf: ({ token }) => token,
    identityOf: ({ notification }) => notification,
  });
  return async (notice) => {
    const { notification, said } = notice;
    if (said.type !== 'card.transaction') return unplaced('its type is not known');
    const payment = readPayment(said.data);
    if (payment === undefined) return unplaced('does not fit the protocol');
    for (;;) {
      const place = await find({ ...toSought(notification, payment), notification: notification.id });
      if (place === undefined) return unplaced('its card is not known');
      if (place.cards > 1n) return unplaced('names several cards');
      const anothers = ofAnotherAccount(notice, place);
      if (anothers !== undefined) return anothers;
      if (notification.contradicts) return leaveToPeople(db, notice, place);
      const id = place.transactionId ?? newUuid(clock.now());
      const recorded = await record(toUpdate(clock, notification, { payment, place, id }));
      if (recorded === 'early') return unplaced('its card is not closed here yet');
      if (recorded !== 'again') return processed(recorded, place); // another worker recorded it: find its place again
    }
  };
}

/** A sandbox's own payments are named by the id that they will have here. */
const toSought = ({ environment }: Notice['notification'], { token, reference, ownReference }: Payment): Sought => ({
  environment,
  token,
  reference,
  simulated: fromId('transaction', ownReference),
});

function toUpdate(
  clock: Clock,
  notification: Notice['notification'],
  { payment, place, id }: { payment: Payment; place: Place; id: string },
): PaymentUpdate {
  const { token: _, ownReference: __, amount, returned, ...shown } = payment;
  const { companyId, environment, cardId } = place;
  const [eventId, cardEventId] = [newUuid(clock.now()), newUuid(clock.now())];
  return {
    ...shown,
    companyId,
    environment,
    cardId,
    id,
    amount: amount.toString(),
    ...(returned === undefined ? {} : { returned: returned.toString() }),
    notification: maskCardNumbers(notification.eventId),
    shownId: toId('transaction', id),
    shownCompany: toId('company', companyId),
    shownCard: toId('card', cardId),
    shownHolder: toId('holder', place.holderId),
    shownProduct: toId('product', place.productId),
    eventId,
    shownEvent: toId('event', eventId),
    cardEventId,
    shownCardEvent: toId('event', cardEventId),
  };
}

/** Other bytes under a known event id: a case for operators, never a reason to move money. */
async function leaveToPeople(db: Db, { notification, said }: Notice, place: Place): Promise<Verdict> {
  if (!place.isKnown || place.transactionId === null) return unplaced('contradicts a payment that is not known');
  const detail = `Another ${said.type} came under the id ${maskCardNumbers(notification.eventId)} of an earlier one.`;
  await openCase(db, place, place.transactionId, { kind: 'changed_notification', detail });
  return processed('contradicts an earlier one', place);
}
