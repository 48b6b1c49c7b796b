// Interprets an issuer's answer to a reveal: the address of a page that shows a card's number once. Anybody who has the
// address can open the page, so it is passed on to the person who asked and never logged or stored.
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Absent, type NeverConnected, readRead, type Unknown, unknown } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';

/** The outcome of a request to reveal a card. A refused one is definite; its reason is the issuer's code. */
export type Revealed =
  | { kind: 'revealed'; url: string; expiresAt: Date }
  | { kind: 'refused'; reason: string }
  | Absent
  | NeverConnected
  | Unknown;

/** The protocol's limit for the life of a page. */
const LONGEST_LIFE_MS = 120_000;

/** Longer addresses do not work in every browser. */
const LONGEST_URL = 2_000;

const revealShape = Compile(
  Type.Object({
    token: Type.String(),
    url: Type.String({ maxLength: LONGEST_URL }),
    expiresAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$' }),
  }),
);
const closedShape = Compile(Type.Object({ code: Type.Literal('card_closed') }));

/** Reads the response to a reveal. The reason of an unknown one never quotes the response. */
export function readRevealed(exchange: Exchange, cardToken: string, now: Date): Revealed {
  if (exchange.kind === 'never_connected') return exchange;
  if (exchange.kind === 'answered' && exchange.status === 409 && closedShape.Check(parseJson(exchange.body))) {
    return { kind: 'refused', reason: 'card_closed' };
  }
  return readRead(exchange, (body) => {
    const said = parseJson(body);
    if (!revealShape.Check(said)) return unknown('the answer does not fit the protocol');
    if (said.token !== cardToken) return unknown('the answer is about another card');
    if (!isWebAddress(said.url)) return unknown('the answer has no web address');
    const expiresAt = new Date(said.expiresAt);
    const lifeMs = expiresAt.getTime() - now.getTime();
    if (!(lifeMs <= LONGEST_LIFE_MS)) return unknown('the page of the answer lives too long');
    return { kind: 'revealed' as const, url: said.url, expiresAt };
  });
}

function isWebAddress(text: string): boolean {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  return protocol === 'https:' || protocol === 'http:';
}
