// A statement as an OFX 2.2 file, which accounting programs import: a bank statement with one transaction for each
// operation or deposit that changed the balance. Holds change no balance; they are the difference of the two balances.

import { entryIdsOf } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { type Activity, type ActivityRow, titleOf } from './activity.ts';
import type { Range } from './build.ts';

// The longest texts that OFX allows.
const LONGEST_NAME = 32;
const LONGEST_MEMO = 255;
const LONGEST_ID = 255;

/** Names us as the bank. OFX allows nine characters. */
const BANK_ID = 'CARDWRGHT';

/** Writes a statement with its activity. */
export function toOfx(
  scope: Scope,
  { statement, rows }: Activity,
  { from, to, generatedAt }: Range & { generatedAt: Date },
): string {
  const made = timeOf(generatedAt);
  const end = `${to.replaceAll('-', '')}235959.999[0:GMT]`;
  const newest = timeOf(rows[0]?.at ?? new Date(0)); // in a sandbox whose clock is ahead, later than the file
  const asOf = [end < made ? end : made, newest].toSorted().at(-1) ?? made;
  const moved = rows.filter(({ incoming, outgoing }) => incoming !== outgoing);
  const status = tag('STATUS', tag('CODE', '0'), tag('SEVERITY', 'INFO'));
  const balanceOf = (name: string, amount: bigint) => tag(name, tag('BALAMT', formatUsd(amount)), tag('DTASOF', asOf));
  const signOn = tag(
    'SONRS',
    status,
    tag('DTSERVER', made),
    tag('LANGUAGE', 'ENG'),
    tag('FI', tag('ORG', 'Cardwright')),
  );
  const account = tag(
    'BANKACCTFROM',
    tag('BANKID', BANK_ID),
    tag('ACCTID', accountOf(scope)),
    tag('ACCTTYPE', 'CHECKING'),
  );
  const transactions = tag(
    'BANKTRANLIST',
    tag('DTSTART', `${from.replaceAll('-', '')}000000.000[0:GMT]`),
    tag('DTEND', end),
    ...moved.map(toTransaction),
  );
  const shown = tag(
    'STMTRS',
    tag('CURDEF', 'USD'),
    account,
    transactions,
    balanceOf('LEDGERBAL', statement.closingBalance),
    balanceOf('AVAILBAL', statement.closingAvailable),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    tag('OFX', tag('SIGNONMSGSRSV1', signOn), tag('BANKMSGSRSV1', tag('STMTTRNRS', tag('TRNUID', '0'), status, shown))),
    '',
  ].join('\n');
}

/** The account: 13 characters of a hash, of the company and its environment. OFX allows 22, and our ids are longer. */
const accountOf = (scope: Scope) => entryIdsOf(scope)(0n).slice('le_'.length, -13).toUpperCase();

function toTransaction(row: ActivityRow): string {
  const { incoming, outgoing, fee, reference, at } = row;
  const title = titleOf(row);
  const memo = [title, ...(fee > 0n ? [`fee ${formatUsd(fee)}`] : []), reference].join('; ');
  return tag(
    'STMTTRN',
    tag('TRNTYPE', typeOf(row)),
    tag('DTPOSTED', timeOf(at)),
    tag('TRNAMT', formatUsd(incoming - outgoing)),
    tag('FITID', textOf(isOnlyFee(row) ? `${reference}-fee` : reference, LONGEST_ID)),
    tag('NAME', textOf(title, LONGEST_NAME)),
    tag('MEMO', textOf(memo, LONGEST_MEMO)),
  );
}

function typeOf(row: ActivityRow): string {
  if (isOnlyFee(row)) return 'FEE';
  if (row.type === 'deposit') return 'DEP';
  return row.incoming > row.outgoing ? 'CREDIT' : 'DEBIT';
}

/**
 * A fee is posted right after what it is for. Around midnight, that may be in the range before. Each then has its own
 * id, because programs import an id only once.
 */
const isOnlyFee = ({ incoming, outgoing, fee }: ActivityRow) => incoming === 0n && outgoing === fee;

/** A time in UTC: 20261115093001.240[0:GMT]. */
const timeOf = (at: Date) =>
  at.toISOString().replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d\.\d{3})Z$/, '$1$2$3$4$5$6[0:GMT]');

/** A text without characters that XML forbids, at most this long, escaped. */
const textOf = (text: string, longest: number) =>
  escaped(Array.from(text.replace(/\p{C}/gu, ' ')).slice(0, longest).join('').trim());

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const tag = (name: string, ...parts: readonly string[]) => `<${name}>${parts.join('')}</${name}>`;
