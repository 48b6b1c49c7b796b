// What an answer means: done and rejected to the letter of the protocol, and everything else unknown.
import type { CardAction } from '@cardwright/server/issuer/answers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPeers, honest, httpPeer, order, portTo } from './peers.ts';
import { inTime } from './port.ts';

type Reply = { status?: number; body: string | Buffer; headers?: Record<string, string> };

let reply: Reply = { body: '' };
let issuer: ReturnType<typeof portTo>;
beforeAll(async () => {
  const peer = await httpPeer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(reply.status ?? 200, reply.headers).end(reply.body));
  });
  issuer = portTo(peer.url, 2_000);
});
afterAll(endPeers);

const toReply = (answer: Reply | object): Reply => ('body' in answer ? answer : { body: JSON.stringify(answer) });

/** Submits the order to a peer that answers this. */
function submitted(answer: Reply | object, asked = order) {
  reply = toReply(answer);
  return issuer.submit(asked, inTime());
}
function found(answer: Reply | object) {
  reply = toReply(answer);
  return issuer.find(order.account, order.reference, order);
}
const without = (field: keyof typeof honest) =>
  Object.fromEntries(Object.entries(honest).filter(([name]) => name !== field));
const rejection = { code: 'card_closed', message: 'The card is closed.' };
const rejected = { ...without('receipt'), status: 'rejected', rejection };
const card = { token: 'ict_1', last4: '4242' };

describe('done', () => {
  test('an honest answer gives receipt, card and balance, and only those', async () => {
    const outcome = { kind: 'done', receipt: 'R-1', card, balance: 15_000n };
    expect(await submitted(honest)).toStrictEqual(outcome);
    expect(await submitted({ ...honest, more: { than: 'we know' }, card: { ...card, brand: 'x' } })).toStrictEqual(
      outcome,
    );
    expect(await found(honest)).toStrictEqual(outcome);
  });

  test('a balance may be missing or below zero', async () => {
    expect(await submitted(without('balance'))).toStrictEqual({ kind: 'done', receipt: 'R-1', card });
    expect(await submitted({ ...honest, balance: '-0.05' })).toMatchObject({ balance: -5n });
  });

  test('a new card comes with any token', async () => {
    const { cardToken: _none, ...rest } = order;
    const asked = { ...rest, kind: 'issue', holderToken: 'ich_1' } as const;
    expect(await submitted({ ...honest, kind: 'issue', card: { ...card, token: 'new' } }, asked)).toMatchObject({
      kind: 'done',
      card: { token: 'new', last4: '4242' },
    });
  });

  test('a service has a receipt and no card', async () => {
    const { cardToken: _none, ...rest } = order;
    const asked = { ...rest, kind: 'service', recipient: 'somebody' } as const;
    expect(await submitted({ ...honest, kind: 'service' }, asked)).toStrictEqual({ kind: 'done', receipt: 'R-1' });
  });

  test('a receipt that looks like a card number is masked, never refused', async () => {
    expect(await submitted({ ...honest, receipt: '4111111111111111' })).toMatchObject({
      kind: 'done',
      receipt: '************1111',
    });
    expect(await submitted({ ...honest, receipt: 'R 4111-1111-1111-1111' })).toMatchObject({
      kind: 'done',
      receipt: 'R ****-****-****-1111',
    });
  });
});

describe('an action on a card', () => {
  const limits = { perTransaction: '10.00', perDay: null, perMonth: '99.00' };
  const act = (kind: CardAction, answer: object) => {
    const { card: named, ...rest } = honest;
    reply = toReply({ ...rest, kind, amount: '0.00', card: named, ...answer });
    const asked = { ...order, kind, amount: 0n, ...(kind === 'limits' ? { limits } : {}) };
    return issuer.find(order.account, order.reference, asked);
  };

  test.each(['freeze', 'unfreeze'] as const)('that is done: %s', async (kind) => {
    expect(await act(kind, {})).toStrictEqual({ kind: 'done', receipt: 'R-1', card, balance: 15_000n });
  });

  test('that is done: close says what was returned, nothing included', async () => {
    const closed = { kind: 'done', receipt: 'R-1', card, balance: 0n };
    expect(await act('close', { balance: '0.00', returned: '12.34' })).toStrictEqual({ ...closed, returned: 1_234n });
    expect(await act('close', { balance: '0.00', returned: '0.00' })).toStrictEqual({ ...closed, returned: 0n });
  });

  test('that is done: limits repeats them', async () => {
    expect(await act('limits', { limits })).toStrictEqual({ kind: 'done', receipt: 'R-1', card, balance: 15_000n });
  });

  test.each<[string, CardAction, object, RegExp]>([
    ['another card', 'freeze', { card: { ...card, token: 'ict_2' } }, /another card/],
    ['no card', 'unfreeze', { card: undefined }, /no card/],
    ['another kind', 'freeze', { kind: 'unfreeze' }, /another kind/],
    ['an amount', 'freeze', { amount: '90.00' }, /another amount/],
    ['a close without what it returned', 'close', {}, /what was returned/],
    ['a close that returned less than nothing', 'close', { returned: '-1.00' }, /does not fit/],
    ['a close that returned a number', 'close', { returned: 1 }, /does not fit/],
    ['no limits', 'limits', {}, /other limits/],
    ['another limit', 'limits', { limits: { ...limits, perDay: '10.00' } }, /other limits/],
    ['a limit in another form', 'limits', { limits: { ...limits, perMonth: '99.0' } }, /does not fit/],
    ['two limits', 'limits', { limits: { perDay: null, perMonth: '99.00' } }, /does not fit/],
  ])('is unknown with %s', async (_name, kind, answer, reason) => {
    expect(await act(kind, answer)).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) });
  });
});

describe('rejected', () => {
  test('tells the issuer’s reason, without what looks like a card number', async () => {
    expect(await submitted(rejected)).toStrictEqual({ kind: 'rejected', ...rejection });
    expect(await found(rejected)).toStrictEqual({ kind: 'rejected', ...rejection });
    const odd = { code: 'a\nb', message: 'half \ud83d, NUL \u0000 and 💳'.padEnd(600, '💳') };
    const told = await submitted({ ...rejected, rejection: odd });
    expect(told).toMatchObject({
      kind: 'rejected',
      code: 'a b',
      message: expect.stringMatching(/^half \ufffd, NUL   and 💳/),
    });
    expect(JSON.stringify(told).isWellFormed() && !/\\u(d[89a-f]|0000)/.test(JSON.stringify(told))).toBe(true);
    const telling = { ...rejection, message: 'Card 4111111111111111 is closed.' };
    expect(await submitted({ ...rejected, rejection: telling })).toMatchObject({
      message: 'Card ************1111 is closed.',
    });
  });
});

describe('a read', () => {
  test('may say pending or absent, in the protocol’s words only', async () => {
    expect(await found({ ...honest, status: 'pending' })).toEqual({ kind: 'pending' });
    expect(await found({ status: 404, body: '{"status":"absent"}' })).toEqual({ kind: 'absent' });
    for (const body of ['', 'Not Found', '{}', '{"status":"done"}', JSON.stringify(honest)])
      expect(await found({ status: 404, body }), body).toEqual({ kind: 'unknown', reason: 'HTTP status 404' });
    expect(await found({ body: '{"status":"absent"}' })).toMatchObject({ kind: 'unknown' });
  });
});

const text = JSON.stringify(honest);
const unfit: [string, Reply | object, RegExp][] = [
  ['201', { status: 201, body: text }, /HTTP status 201/],
  ['202', { status: 202, body: text }, /HTTP status 202/],
  ['204', { status: 204, body: '' }, /HTTP status 204/],
  ['400', { status: 400, body: JSON.stringify(rejected) }, /HTTP status 400/],
  ['409', { status: 409, body: text }, /HTTP status 409/],
  ['500', { status: 500, body: text }, /HTTP status 500/],
  ['nothing', { body: '' }, /does not fit/],
  ['no JSON', { body: text.slice(0, -1) }, /does not fit/],
  ['two documents', { body: `${text}${text}` }, /does not fit/],
  [
    'no UTF-8',
    { body: Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff]), Buffer.from(`",${text.slice(1)}`)]) },
    /does not fit/,
  ],
  ['a list', { body: `[${text}]` }, /does not fit/],
  ['null', { body: 'null' }, /does not fit/],
  [
    'more than 64 KiB',
    { body: `${text}${' '.repeat(65_536)}` },
    /the connection failed: UND_ERR_RES_EXCEEDED_MAX_SIZE/,
  ],

  ['another reference', { ...honest, reference: 'op_2' }, /another reference/],
  ['no reference', without('reference'), /does not fit/],
  ['another kind', { ...honest, kind: 'issue' }, /another kind/],
  ['another amount', { ...honest, amount: '50.01' }, /another amount/],
  ['the amount as a number', { ...honest, amount: 50 }, /does not fit/],
  ['the amount in another form', { ...honest, amount: '50.0' }, /another amount/],
  ['another currency', { ...honest, currency: 'EUR' }, /another amount/],
  ['an unknown status', { ...honest, status: 'settling' }, /status that we do not know/],
  ['pending, to an order', { ...honest, status: 'pending' }, /not final/],
  ['absent, to an order', { status: 404, body: '{"status":"absent"}' }, /HTTP status 404/],
  ['no receipt', without('receipt'), /no receipt/],
  ['an empty receipt', { ...honest, receipt: '' }, /does not fit/],
  ['a receipt without end', { ...honest, receipt: 'R'.repeat(129) }, /does not fit/],
  ['a receipt with a NUL', { ...honest, receipt: 'R\u0000' }, /does not fit/],
  ['no card', without('card'), /no card/],
  ['another card', { ...honest, card: { ...card, token: 'ict_2' } }, /another card/],
  ['no token', { ...honest, card: { last4: '4242' } }, /does not fit/],
  ['an empty token', { ...honest, card: { ...card, token: '' } }, /does not fit/],
  ['a token without end', { ...honest, card: { ...card, token: 't'.repeat(129) } }, /does not fit/],
  ['a token with a space', { ...honest, card: { ...card, token: 'ict 1' } }, /does not fit/],
  [
    'a card number in groups for a token',
    { ...honest, card: { ...card, token: '4111-1111-1111-1111' } },
    /card number/,
  ],
  ['a card number for a token', { ...honest, card: { ...card, token: '4111111111111111' } }, /card number/],
  ['three digits', { ...honest, card: { ...card, last4: '424' } }, /does not fit/],
  ['a whole number', { ...honest, card: { ...card, last4: '4111111111111111' } }, /does not fit/],
  ['digits that are none', { ...honest, card: { ...card, last4: '٤٢٤٢' } }, /does not fit/],
  ['digits and a line', { ...honest, card: { ...card, last4: '4242\n' } }, /does not fit/],
  ['a balance that is no amount', { ...honest, balance: '1e3' }, /does not fit/],
  ['a rejection without a reason', { ...honest, status: 'rejected' }, /no reason/],
  ['a rejection with half a reason', { ...rejected, rejection: { code: 'x' } }, /does not fit/],
];

describe('unknown', () => {
  test.each(unfit)('%s', async (_name, answer, reason) => {
    expect(await submitted(answer)).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) });
  });

  test('tells nothing of what was received', async () => {
    for (const answer of [{ ...honest, receipt: 4111111111111111 }, { body: '4111111111111111' }])
      expect(JSON.stringify(await submitted(answer))).not.toContain('4111');
  });
});

describe('a holder', () => {
  const registration = {
    account: 'com_1',
    reference: 'holder_1',
    name: 'A',
    email: 'a@b',
    kind: 'individual',
  } as const;
  const answer = { reference: 'holder_1', token: 'ich_1', status: 'active' };
  const registered = (body: object) => {
    reply = { body: JSON.stringify(body) };
    return issuer.registerHolder(registration);
  };

  test.each(['pending', 'active', 'blocked', 'rejected'])('that is %s has a token', async (status) => {
    const outcome = { kind: 'registered', token: 'ich_1', status };
    expect(await registered({ ...answer, status })).toStrictEqual(outcome);
    expect(await issuer.findHolder('com_1', 'holder_1')).toStrictEqual(outcome);
  });

  test('that does not fit is unknown', async () => {
    for (const body of [{ ...answer, reference: 'x' }, { ...answer, token: '' }, { ...answer, status: 'new' }, [], {}])
      expect(await registered(body), JSON.stringify(body)).toMatchObject({ kind: 'unknown' });
    reply = { status: 500, body: JSON.stringify(answer) };
    expect(await issuer.registerHolder(registration)).toEqual({ kind: 'unknown', reason: 'HTTP status 500' });
    reply = { status: 404, body: '{"status":"absent"}' };
    expect(await issuer.findHolder('com_1', 'holder_1')).toEqual({ kind: 'absent' });
  });
});
