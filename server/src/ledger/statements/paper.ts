// A statement on paper: letterhead, period, totals and a table with aligned figures.
import { fileURLToPath } from 'node:url';
import PdfDocument from 'pdfkit';

/** Everything printed, as texts: printing computes nothing. */
export type PrintedStatement = {
  companyName: string;
  companyId: string;
  environment: 'sandbox' | 'live';
  from: string;
  to: string;
  generatedAt: string;
  openingBalance: string;
  closingBalance: string;
  incoming: string;
  outgoing: string;
  entries: readonly {
    createdAt: string;
    kind: string;
    description: string;
    reference: string;
    amount: string;
    balance: string;
  }[];
};

// In points; 72 are an inch. A4 portrait.
const PAGE = { width: 595.28, height: 841.89, margin: 48 };
const RIGHT = PAGE.width - PAGE.margin;
const LAST_ROW = PAGE.height - 72;
const ROW_HEIGHT = 15;
const SMALL = 7.5;
const NORMAL = 8.5;
const INK = '#1d2433';
const FAINT = '#667085';
const RULE = '#d0d5dd';

/**
 * Embedded, so that paper looks the same everywhere. It covers most alphabets, and its digits have one width, so that
 * figures align.
 */
const FONT = 'DejaVuSansCondensed';
const BOLD = 'DejaVuSansCondensed-Bold';
const fontFile = (name: string) => fileURLToPath(new URL(`../../../fonts/${name}.ttf`, import.meta.url));

type Column = { head: string; left: number; width: number; right?: true };
const columns = {
  date: { head: 'Date (UTC)', left: PAGE.margin, width: 76 },
  description: { head: 'Description', left: PAGE.margin + 80, width: 132 },
  reference: { head: 'Reference', left: PAGE.margin + 216, width: 116 },
  amount: { head: 'Amount', left: PAGE.margin + 334, width: 80, right: true }, // -1,000,000,000.00 has room
  balance: { head: 'Balance', left: PAGE.margin + 418, width: RIGHT - PAGE.margin - 418, right: true },
} satisfies Record<string, Column>;

type Paper = InstanceType<typeof PdfDocument>;

/** Prints a statement and returns the file. */
export async function print(statement: PrintedStatement): Promise<Buffer> {
  const paper = new PdfDocument({
    size: 'A4',
    font: fontFile(FONT),
    margin: 0, // every text is positioned: nothing wraps to another page automatically
    bufferPages: true,
    info: {
      Title: `Account statement ${statement.from} to ${statement.to}`,
      Author: 'Cardwright',
      Subject: printable(statement.companyName),
      CreationDate: new Date(statement.generatedAt),
    },
  });
  for (const name of [FONT, BOLD]) paper.registerFont(name, fontFile(name));
  const parts: Buffer[] = [];
  paper.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve, reject) => paper.once('end', resolve).once('error', reject));
  printHead(paper, statement);
  printTotals(paper, statement);
  printEntries(paper, statement);
  printFeet(paper, statement);
  paper.end();
  await done;
  return Buffer.concat(parts);
}

function printHead(
  paper: Paper,
  { companyName, companyId, environment, from, to, generatedAt }: PrintedStatement,
): void {
  put(paper, 'Cardwright', { left: PAGE.margin, top: 44, width: 200, size: 16, bold: true });
  put(paper, 'Account statement', { left: 300, top: 46, width: RIGHT - 300, size: 13, bold: true, right: true });
  rule(paper, 70);
  put(paper, companyName, { left: PAGE.margin, top: 84, width: 300, size: 11, bold: true });
  put(paper, companyId, { left: PAGE.margin, top: 100, width: 300, size: NORMAL, color: FAINT });
  put(paper, `${from} to ${to}`, { left: 300, top: 84, width: RIGHT - 300, size: 11, right: true });
  const where = environment === 'live' ? 'Live' : 'SANDBOX: play money';
  put(paper, `Card account, USD. ${where}`, {
    left: 300,
    top: 100,
    width: RIGHT - 300,
    size: NORMAL,
    right: true,
    color: FAINT,
  });
  const made = `Made on ${momentOf(generatedAt)} UTC`;
  put(paper, made, { left: 300, top: 113, width: RIGHT - 300, size: NORMAL, right: true, color: FAINT });
}

function printTotals(paper: Paper, statement: PrintedStatement): void {
  const totals = [
    ['Opening balance', statement.openingBalance],
    ['Incoming', statement.incoming],
    ['Outgoing', statement.outgoing],
    ['Closing balance', statement.closingBalance],
  ] as const;
  const width = (RIGHT - PAGE.margin) / totals.length;
  for (const [index, [label, amount]] of totals.entries()) {
    const left = PAGE.margin + index * width;
    put(paper, label, { left: left + 8, top: 144, width: width - 16, size: SMALL, color: FAINT });
    put(paper, grouped(amount), { left: left + 8, top: 157, width: width - 16, size: 12, bold: true });
  }
  paper
    .lineWidth(0.7)
    .strokeColor(RULE)
    .roundedRect(PAGE.margin, 135, RIGHT - PAGE.margin, 45, 4)
    .stroke();
}

function printEntries(paper: Paper, { entries }: PrintedStatement): void {
  let top = printTableHead(paper, 200);
  if (entries.length === 0) {
    put(paper, 'No entries in this period.', {
      left: PAGE.margin,
      top: top + 4,
      width: 300,
      size: NORMAL,
      color: FAINT,
    });
  }
  for (const entry of entries) {
    if (top + ROW_HEIGHT > LAST_ROW) {
      paper.addPage();
      top = printTableHead(paper, PAGE.margin);
    }
    cell(paper, columns.date, top, momentOf(entry.createdAt));
    cell(paper, columns.description, top, entry.description || entry.kind.replaceAll('_', ' '));
    cell(paper, columns.reference, top, entry.reference, SMALL - 0.5);
    cell(paper, columns.amount, top, grouped(entry.amount));
    cell(paper, columns.balance, top, grouped(entry.balance));
    top += ROW_HEIGHT;
  }
}

function printTableHead(paper: Paper, top: number): number {
  for (const column of Object.values(columns) as Column[]) {
    put(paper, column.head, { ...column, top, size: SMALL, bold: true, color: FAINT });
  }
  rule(paper, top + 12);
  return top + 17;
}

function printFeet(paper: Paper, { companyName, from, to }: PrintedStatement): void {
  const { count } = paper.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    paper.switchToPage(page);
    rule(paper, PAGE.height - 54);
    const top = PAGE.height - 46;
    put(paper, `${companyName}, ${from} to ${to}`, { left: PAGE.margin, top, width: 380, size: SMALL, color: FAINT });
    const number = `Page ${page + 1} of ${count}`;
    put(paper, number, { left: RIGHT - 100, top, width: 100, size: SMALL, right: true, color: FAINT });
  }
}

const cell = (paper: Paper, column: Column, top: number, text: string, size = NORMAL - 0.5) =>
  put(paper, text, { ...column, top, size });

type Place = { left: number; top: number; width: number; size: number; bold?: true; right?: true; color?: string };

/** Draws one line of text; text that does not fit ends in an ellipsis. */
function put(paper: Paper, text: string, place: Place): void {
  const widthOf = place.bold ? boldWidths : widths;
  let shown = '';
  let width = 0;
  const most = place.width / place.size;
  for (const letter of printable(text)) {
    const next = width + widthOf(paper, letter);
    if (next > most) {
      shown = `${shown.slice(0, -2)}…`;
      break;
    }
    shown += letter;
    width = next;
  }
  const left = place.right ? place.left + place.width - width * place.size : place.left;
  paper
    .font(place.bold ? BOLD : FONT)
    .fontSize(place.size)
    .fillColor(place.color ?? INK)
    .text(shown, left, place.top, { lineBreak: false });
}

const widths = widthsOf(FONT);
const boldWidths = widthsOf(BOLD);

/** Widths are measured at this size and scale with it. */
const MEASURED = 1_000;

/** Caches the widths of letters at size one: measuring whole texts takes most of the time of a long statement. */
function widthsOf(font: string): (paper: Paper, letter: string) => number {
  const known = new Map<string, number>();
  return (paper, letter) => {
    let width = known.get(letter);
    if (width === undefined) {
      width = paper.font(font).fontSize(MEASURED).widthOfString(letter) / MEASURED;
      known.set(letter, width);
    }
    return width;
  };
}

const rule = (paper: Paper, top: number) =>
  paper.lineWidth(0.5).strokeColor(RULE).moveTo(PAGE.margin, top).lineTo(RIGHT, top).stroke();

const momentOf = (instant: string) => instant.slice(0, 16).replace('T', ' ');

/** Groups thousands: 1,234,567.89. */
const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',');

/** Removes invisible characters and those that change the text direction. */
const printable = (text: string) => text.normalize('NFC').replace(/\p{C}/gu, ' ');
