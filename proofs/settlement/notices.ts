// Notifications that must not matter: late, repeated, out of order, outdated, lies, and forgeries. Genuine
// ones come from the issuer's own outbox; the others are signed with its key, or pretend to be.
import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import type { Patient } from '../harness/patient.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

/** A deposit as the issuer reports it. */
type Deposit = {
  reference: string;
  status: string;
  amount: string;
  payAmount: string;
  expiresAt: string;
  transfers: { id: string; amount: string; occurredAt: string }[];
};

type Event = { id: string; type: string; occurredAt: string; data: Deposit };

/** The issuer's notification in its own bytes, and whether it has reached us. */
type Said = { body: string; event: Event; isKnown: boolean };

/** Prefix of every forged id, by which forgeries are recognised in the tables. */
export const FORGED = 'evt_forged_';

/** Counts of manipulated notifications, for the last line. */
type NoticeCounts = Record<'again' | 'restated' | 'contradicting' | 'lies' | 'unsigned' | 'slipped', number>;

export type Noticing = {
  context: Context;
  db: Db;
  patient: Patient;
  key: { id: string; secret: KeyObject };
  counts: NoticeCounts;
};

/** Prepares to send notifications signed as the issuer. */
export function openNoticing(context: Context, db: Db, patient: Patient): Noticing {
  const counts = { again: 0, restated: 0, contradicting: 0, lies: 0, unsigned: 0, slipped: 0 };
  return { context, db, patient, key: notificationKeyOf(context.stack), counts };
}

function notificationKeyOf({ secrets }: Stack): Noticing['key'] {
  const [id = '', der = ''] = secrets.issuer.notificationPrivateKey.split(':');
  return { id, secret: createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' }) };
}

/**
 * Makes the issuer's outbox slow, forgetful and out of order: some notifications wait for a few seconds, some are sent
 * more than once, and those of withheld accounts wait for an hour of their time.
 */
export async function disturbOutbox(db: Db): Promise<void> {
  await db.query(sql`create table issuer_sandbox.withheld (account text primary key)`);
  await db.query(sql`grant select on issuer_sandbox.withheld to issuer_sandbox`);
  await db.query(sql`create index notifications_for_the_proof on issuer_sandbox.notifications (account)`);
  await db.query(sql`
    create function issuer_sandbox.disturb() returns trigger language plpgsql as $$
    begin
      if random() < 0.2 then
        new.copies := new.copies + 1 + floor(random() * 2)::integer;
      end if;
      if exists (select from issuer_sandbox.withheld w where w.account = new.account) then
        new.due_at := new.due_at + interval '1 hour';
      elsif random() < 0.3 then
        new.due_at := new.due_at + make_interval(secs => random() * 4);
      end if;
      return new;
    end $$`);
  await db.query(sql`
    create trigger disturbed before insert on issuer_sandbox.notifications
      for each row execute function issuer_sandbox.disturb()`);
}

/** Withholds the issuer's notifications of an account until time passes, or releases them. */
export async function withhold(db: Db, account: string, isWithheld: boolean): Promise<void> {
  await db.query(
    isWithheld
      ? sql`insert into issuer_sandbox.withheld (account) values (${account}) on conflict do nothing`
      : sql`delete from issuer_sandbox.withheld where account = ${account}`,
  );
}

type Meddled = { account: string; reference: string };

/** Manipulates the notifications of an invoice whose address we know. */
export async function meddle(noticing: Noticing, random: Random, invoice: Meddled): Promise<void> {
  const told = await noticing.patient.look(() => listSaid(noticing.db, invoice));
  if (told.length === 0) return;
  const said = random.pick(told);
  const { event } = said;
  const deeds = [
    () => again(noticing, random, said),
    () => restate(noticing, random, event),
    () => lie(noticing, random, event.data),
    () => sendUnsigned(noticing, random, event.data),
    () => slipIn(noticing, event.data),
    ...(said.isKnown ? [() => contradict(noticing, random, event)] : []),
  ];
  await random.pick(deeds)();
}

/** Repeats the issuer's first notification under another id: it was true then, and is outdated now. */
export async function restateFirst(noticing: Noticing, random: Random, invoice: Meddled): Promise<void> {
  const [first] = await noticing.patient.look(() => listSaid(noticing.db, invoice));
  if (first !== undefined) await restate(noticing, random, first.event);
}

/** The issuer's notifications of an invoice and its address, oldest first. */
async function listSaid(db: Db, { account, reference }: Meddled): Promise<Said[]> {
  const rows = await db.query<{ body: string; known: boolean }>(sql`
    select n.body, exists (select from issuer_notifications s where s.environment = 'sandbox' and s.event_id = n.id) as known
      from issuer_sandbox.notifications n
     where n.account = ${account} and n.body::json #>> '{data,reference}' = ${reference} and n.body::json #>> '{data,address}' is not null
     order by n.body::json ->> 'occurredAt'`);
  return rows.map(({ body, known }) => ({ body, event: JSON.parse(body) as Event, isKnown: known }));
}

/** Sends the same bytes again. */
async function again(noticing: Noticing, random: Random, { body, event }: Said): Promise<void> {
  noticing.counts.again++;
  await send(noticing, random, event, body);
}

async function restate(noticing: Noticing, random: Random, event: Event): Promise<void> {
  noticing.counts.restated++;
  await send(noticing, random, { ...event, id: `evt_${randomUUID()}` });
}

/** Other bytes under an id that has reached us: that it was paid, or that there never was anything to pay. */
async function contradict(noticing: Noticing, random: Random, event: Event): Promise<void> {
  noticing.counts.contradicting++;
  const { reference, amount } = event.data;
  const rejection = { code: 'declined', message: 'Never mind.' };
  const refusal = { reference, amount, status: 'rejected', rejection } as unknown as Deposit;
  const other = random.oneIn(3)
    ? { ...event, type: 'deposit.rejected', data: refusal }
    : { ...event, ...paid(event.data) };
  await send(noticing, random, other);
}

/** Claims that exactly the right amount arrived in time, which the issuer does not say. */
function paid(deposit: Deposit): Pick<Event, 'type' | 'data'> {
  const occurredAt = new Date(Date.parse(deposit.expiresAt) - 1_000).toISOString();
  const transfer = { id: `tx_${randomUUID()}`, amount: deposit.payAmount, occurredAt };
  return { type: 'deposit.paid', data: { ...deposit, status: 'paid', transfers: [...deposit.transfers, transfer] } };
}

/** An impossible notification, signed with the issuer's key: it is evidence for people, and has no effect. */
async function lie(noticing: Noticing, random: Random, deposit: Deposit): Promise<void> {
  noticing.counts.lies++;
  const { data } = paid(deposit);
  const other = `${deposit.payAmount.slice(0, -1)}${deposit.payAmount.endsWith('9') ? 8 : 9}`;
  const lies = [
    { type: 'deposit.paid', data: { ...data, amount: `9${data.amount}` } },
    { type: 'deposit.waiting', data },
    { type: 'deposit.paid', data: { ...data, payAmount: other } },
    { type: 'deposit.paid', data: { ...data, transfers: deposit.transfers } },
    { type: 'deposit.paid', data: { ...data, reference: `${data.reference}x` } },
  ];
  await send(noticing, random, { ...newEvent(), ...random.pick(lies) });
}

const newEvent = () => ({ id: `evt_${randomUUID()}`, occurredAt: new Date().toISOString() });

/** A caller without the key is refused. */
async function sendUnsigned(noticing: Noticing, random: Random, deposit: Deposit): Promise<void> {
  noticing.counts.unsigned++;
  const event = { ...newEvent(), id: `${FORGED}${randomUUID()}`, ...paid(deposit) };
  const signature = signed(noticing, JSON.stringify({ ...event, id: 'another' }));
  const status = await post(noticing, random, JSON.stringify(event), signature);
  if (status !== 401) noticing.context.violation('an unsigned notification was accepted', { status, event });
}

/** A role that can write the notifications table cannot pose as the issuer either. */
async function slipIn({ db, patient, key, counts }: Noticing, deposit: Deposit): Promise<void> {
  counts.slipped++;
  const id = `${FORGED}${randomUUID()}`;
  const body = Buffer.from(JSON.stringify({ ...newEvent(), id, ...paid(deposit) }));
  const signature = `t=${Math.floor(Date.now() / 1_000)},ed25519=${Buffer.alloc(64, 7).toString('base64')}`;
  await patient.look(() =>
    db.query(sql`
      with slipped as (
        insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, received_at)
        values ('sandbox', ${id}, sha256(${body}), false, ${key.id}, ${signature}, clock_timestamp())
        on conflict do nothing returning environment, id, received_at)
      insert into issuer_notification_bodies select environment, id, received_at, ${body} from slipped`),
  );
}

async function send(noticing: Noticing, random: Random, event: Event, body = JSON.stringify(event)): Promise<void> {
  const status = await post(noticing, random, body, signed(noticing, body));
  if (status !== 200) noticing.context.violation('a notification of the issuer was refused', { status, event });
}

function signed({ key }: Noticing, body: string): string {
  const seconds = Math.floor(Date.now() / 1_000);
  return `t=${seconds},ed25519=${sign(null, Buffer.from(`${seconds}.${body}`), key.secret).toString('base64')}`;
}

async function post({ patient, key }: Noticing, random: Random, body: string, signature: string): Promise<number> {
  const headers = { 'issuer-key': key.id, 'issuer-signature': signature };
  const path = '/issuer/sandbox/notifications';
  return (await patient.ask(random, { method: 'POST', path, headers, body })).status;
}
