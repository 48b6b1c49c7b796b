// The process that signs and verifies: the server's signature and the receivers' own module, with the planted bug in
// them if there is one.
import { createHmac } from 'node:crypto';
import { type GivenHeaders, SignatureError, webhooks } from '@cardwright/sdk';
import { signDelivery } from '@cardwright/server/events/webhooks/sign.ts';
import { answerTask, type Reports } from '../harness/apart.ts';
import type { Counts } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { type Delivery, type Forged, forgeries } from './forgeries.ts';
import type { Task } from './proof.ts';

/** The tolerance of our verifier, as documented. */
const TOLERANCE_SECONDS = 300;

const PROGRESS_EVERY = 1_000;

answerTask(async ({ rounds }: Task, reports) => {
  const { random, progress, violation } = reports;
  const counts: Record<string, number> = { genuine: 0, forged: 0, ways: forgeries.length };
  for (let round = 1; round <= rounds; round++) {
    const delivery = newDelivery(random);
    const { secret, timestamp, body } = delivery;
    const reference = createHmac('sha256', secret).update(Buffer.concat([Buffer.from(`${timestamp}.`), body]));
    const signed = sign(delivery, secret);
    if (signed !== `t=${timestamp},v1=${reference.digest('hex')}`)
      violation('the signature is not that of the specification', { signed, timestamp });
    counts['genuine'] = (counts['genuine'] ?? 0) + (await mustAccept(reports, delivery));
    for (const { way, forge } of forgeries) {
      const forged = forge({ ...delivery, signed }, random, sign);
      if (forged === undefined) continue; // it does not change this delivery
      counts['forged'] = (counts['forged'] ?? 0) + 1;
      const outcome = await tryTo(forged);
      if (outcome === 'accepted') violation(`a forgery is accepted: ${way}`, shown(forged));
      else if (outcome === 'broken') violation(`a forgery breaks the receiver: ${way}`, shown(forged));
    }
    if (round % PROGRESS_EVERY === 0 || round === rounds) progress(round, rounds, 'deliveries');
  }
  await mustBeMistakes(reports);
  return counts satisfies Counts;
});

const sign = ({ timestamp, body }: Pick<Delivery, 'timestamp' | 'body'>, secret: string) =>
  signDelivery(Buffer.from(secret), { timestamp, body });

/** In every form in which a receiver may hold it, and at both ends of the tolerance. */
async function mustAccept({ random, violation }: Reports, delivery: Delivery): Promise<number> {
  const { secret, timestamp, body } = delivery;
  const other = newSecret(random);
  const [old, next] = [sign(delivery, secret), sign(delivery, other)];
  const rotating = { 'service-signature': old, 'service-signature-next': next };
  const held: [secret: string | string[], headers: GivenHeaders][] = [
    [secret, { 'service-signature': old }],
    [secret, new Headers({ 'Service-Signature': old })],
    [[other, secret], { 'Service-Signature': old }],
    [secret, rotating],
    [other, rotating],
    [[secret, other], rotating],
    [[newSecret(random), other], new Headers(rotating)],
  ];
  for (const [index, [given, headers]] of held.entries()) {
    const aside =
      [0, -TOLERANCE_SECONDS, TOLERANCE_SECONDS][index] ?? random.integer(-TOLERANCE_SECONDS, TOLERANCE_SECONDS);
    const now = (timestamp + aside) * 1_000 + random.integer(0, 999);
    const outcome = await tryTo({ secret: given, headers, body, now });
    if (outcome !== 'accepted')
      violation('a genuine delivery is refused', { given, headers, body: body.toString(), aside });
  }
  return held.length;
}

/** A missing secret must not accept everything. */
async function mustBeMistakes({ violation, random }: Reports): Promise<void> {
  const { timestamp, body } = newDelivery(random);
  const headers = { 'service-signature': sign({ timestamp, body }, '') };
  for (const secret of ['', [''], [], undefined as unknown as string]) {
    if ((await tryTo({ secret, headers, body, now: timestamp * 1_000 })) === 'accepted')
      violation('a receiver without a secret believes a sender that has none either', { secret });
  }
}

async function tryTo({ body, headers, secret, ...options }: Forged): Promise<'accepted' | 'refused' | 'broken'> {
  try {
    await webhooks.authenticate(body, headers, secret, options);
    return 'accepted';
  } catch (error) {
    return error instanceof SignatureError ? 'refused' : 'broken';
  }
}

const shown = ({ headers, body, now }: Forged) => ({ headers, body: String(body), now });

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const WORDS = ['operation.completed', 'invoice.pending', 'Ärger', '日本', '💳', '"quoted"', '\u2028', '12.34'];

const newSecret = (random: Random) =>
  `whsec_${Array.from({ length: 43 }, () => LETTERS.charAt(random.integer(0, LETTERS.length - 1))).join('')}`;

/** An event as we send it, bytes that are not text, digits and dots, or nothing at all. */
function newBody(random: Random): Buffer {
  const kind = random.integer(0, 9);
  if (kind === 0) return Buffer.alloc(0);
  if (kind === 1) return Buffer.from(Array.from({ length: random.integer(1, 64) }, () => random.integer(0, 255)));
  if (kind === 2) return Buffer.from(`${random.integer(0, 999)}.${random.integer(0, 999)}`);
  const data = { object: { name: random.pick(WORDS), amount: `${random.integer(0, 9_999)}.00` } };
  return Buffer.from(JSON.stringify({ id: `evt_${random.integer(0, 1e9)}`, type: random.pick(WORDS), data }));
}

const newDelivery = (random: Random): Delivery => ({
  secret: newSecret(random),
  timestamp: random.integer(1_700_000_000, 2_000_000_000),
  body: newBody(random),
});
