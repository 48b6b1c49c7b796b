// Notifications of an issuer about card payments. What came first makes no difference: of two states of one payment the
// later one counts.
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { openLane } from '../db/lane.ts';
import { fromId, newUuid, toId } from '../ids.ts';
import { maskCardNumbers } from '../issuer/mask.ts';
import type { Notice, Topic } from '../issuer/process.ts';
import { park } from './park.ts';
import { type Payment, readPayment } from './payment.ts';
import { findPlaces, type News, openCase, type Place, type Recorded, recordTransactions, type Sought } from './sql.ts';

type Told = Notice & { payment: Payment | undefined };
type Recording = { db: Db; clock: Clock; onError: (error: unknown) => void; record: (news: News) => Promise<Recorded> };

/** What becomes of notifications about cards. A payment whose card is not known waits for it. */
export function cardTopic({ db, clock, onError }: { db: Db; clock: Clock; onError: (error: unknown) => void }): Topic {
  const record = openLane<News, Recorded>({
    run: (batch) => recordTransactions(db, batch),
    ownerOf: ({ companyId, environment }) => `${companyId} ${environment}`,
    identityOf: ({ companyId, environment, reference }) => `${companyId} ${environment} ${reference}`,
  });
  return async (notices) => {
    const told = notices.map((notice): Told => ({ ...notice, payment: paymentIn(notice) }));
    const outcomes = await recordAll({ db, clock, onError, record }, told);
    // Behind what was recorded, because the payment that other bytes are about may have come with them.
    return Promise.all(
      told.map(async (each, index) =>
        each.notification.contradicts ? leaveToPeople(db, each).catch(reportTo(onError)) : outcomes[index],
      ),
    );
  };
}

const paymentIn = ({ said }: Notice) => (said.type === 'card.transaction' ? readPayment(said.data) : undefined);

/** What failed is left for the next look, and does not keep the others. */
const reportTo = (onError: (error: unknown) => void) => (error: unknown) => {
  onError(error);
  return undefined;
};

async function recordAll(recording: Recording, told: readonly Told[]): Promise<(string | undefined)[]> {
  const { db, clock, onError, record } = recording;
  const sought = told.flatMap(({ notification, payment }) =>
    payment === undefined || notification.contradicts ? [] : [{ payment, ...toSought(notification, payment) }],
  );
  const places = await findPlaces(db, sought);
  const placeOf = new Map(sought.map(({ payment }, index) => [payment, places[index]]));
  const idOf = paymentIds(clock);
  return Promise.all(
    told.map(async ({ said, notification, payment }) => {
      if (said.type !== 'card.transaction') return 'of no interest';
      if (payment === undefined) return 'does not fit';
      if (notification.contradicts) return undefined;
      const place = placeOf.get(payment);
      if (place === undefined) return park(db, notification, payment).catch(reportTo(onError));
      if (place.cards > 1n) {
        onError(new Error('an issuer names several cards by one token'));
        return 'names several cards';
      }
      const news = toNews(clock, notification, { payment, place, id: idOf(place, payment) });
      const recorded = await record(news).catch(reportTo(onError));
      return recorded === 'again' ? undefined : recorded; // somebody else recorded it first: the next look finds it
    }),
  );
}

/** A sandbox's own payments are named by the id that they will have here. */
const toSought = ({ environment }: Notice['notification'], { token, reference, ownReference }: Payment): Sought => ({
  environment,
  token,
  reference,
  simulated: fromId('transaction', ownReference),
});

/** The ids of payments: the one that is known, or a new one for all that is told of the same payment at once. */
function paymentIds(clock: Clock): (place: Place, payment: Payment) => string {
  const made = new Map<string, string>();
  return ({ companyId, environment, transactionId }, { reference }) => {
    if (transactionId !== null) return transactionId;
    const name = `${companyId} ${environment} ${reference}`;
    const id = made.get(name) ?? newUuid(clock.now());
    made.set(name, id);
    return id;
  };
}

function toNews(
  clock: Clock,
  notification: Notice['notification'],
  { payment, place, id }: { payment: Payment; place: Place; id: string },
): News {
  const { token: _, ownReference: __, amount, ...shown } = payment;
  const { companyId, environment, cardId } = place;
  const [eventId, cardEventId] = [newUuid(clock.now()), newUuid(clock.now())];
  return {
    ...shown,
    companyId,
    environment,
    cardId,
    id,
    amount: amount.toString(),
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

/** Other bytes under an event that was told before: a case for people, never a reason to move money. */
async function leaveToPeople(db: Db, { notification, said, payment }: Told): Promise<string> {
  const [place] = payment === undefined ? [] : await findPlaces(db, [toSought(notification, payment)]);
  if (place?.isKnown && place.cards === 1n && place.transactionId !== null) {
    const detail = `Another ${said.type} came under the id ${maskCardNumbers(notification.eventId)} of an earlier one.`;
    await openCase(db, place, place.transactionId, { kind: 'changed_notification', detail });
  }
  return 'contradicts an earlier one';
}
