// A statement on paper: letterhead, period, totals and the activity, newest first; then the ledger as an appendix.
import PdfDocument from 'pdfkit';
import {
  BOLD,
  FAINT,
  FONT,
  fontFile,
  grouped,
  momentOf,
  NORMAL,
  PAGE,
  type Paper,
  printable,
  put,
  RIGHT,
  RULE,
  rule,
  SMALL,
} from './draw.ts';

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
  /** Newest first. */
  activity: readonly { at: string; what: string; status: string; amount: string; balance: string }[];
  /** Oldest first. */
  entries: readonly {
    createdAt: string;
    kind: string;
    description: string;
    reference: string;
    amount: string;
    balance: string;
  }[];
  /** The hashes around the entries, a line each. */
  chain: readonly string[];
};

const LAST_ROW = PAGE.height - 72;
const ROW_HEIGHT = 15;

type Column<Row> = {
  head: string;
  left: number;
  width: number;
  right?: true;
  size?: number;
  text: (row: Row) => string;
};

const CELL = NORMAL - 0.5;
const amounts = [
  // -1,000,000,000.00 has room
  { head: 'Amount', left: PAGE.margin + 334, width: 80, right: true, text: ({ amount }) => grouped(amount) },
  {
    head: 'Balance',
    left: PAGE.margin + 418,
    width: RIGHT - PAGE.margin - 418,
    right: true,
    text: ({ balance }) => grouped(balance),
  },
] as const satisfies readonly Column<{ amount: string; balance: string }>[];

const activityColumns: readonly Column<PrintedStatement['activity'][number]>[] = [
  { head: 'Date (UTC)', left: PAGE.margin, width: 76, text: ({ at }) => momentOf(at) },
  { head: 'Activity', left: PAGE.margin + 80, width: 164, text: ({ what }) => what },
  { head: 'Status', left: PAGE.margin + 248, width: 84, text: ({ status }) => status },
  ...amounts,
];

const entryColumns: readonly Column<PrintedStatement['entries'][number]>[] = [
  { head: 'Date (UTC)', left: PAGE.margin, width: 76, text: ({ createdAt }) => momentOf(createdAt) },
  {
    head: 'Description',
    left: PAGE.margin + 80,
    width: 132,
    text: ({ description, kind }) => description || kind.replaceAll('_', ' '),
  },
  {
    head: 'Reference',
    left: PAGE.margin + 216,
    width: 116,
    size: SMALL - 0.5,
    text: ({ reference }) => reference,
  },
  ...amounts,
];

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
  if (statement.activity.length === 0) printLine(paper, 204, 'No activity in this period.');
  else {
    printTable(paper, 200, activityColumns, statement.activity);
    printLedger(paper, statement);
  }
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

/** The appendix: every entry, and the hashes that prove them. */
function printLedger(paper: Paper, { entries, chain }: PrintedStatement): void {
  paper.addPage();
  put(paper, 'Appendix: ledger', { left: PAGE.margin, top: PAGE.margin, width: 300, size: 11, bold: true });
  const lines = ['Every entry behind this statement, oldest first.', ...chain];
  for (const [index, line] of lines.entries()) printLine(paper, PAGE.margin + 18 + index * 11, line);
  printTable(paper, PAGE.margin + 28 + lines.length * 11, entryColumns, entries);
}

const printLine = (paper: Paper, top: number, text: string) =>
  put(paper, text, { left: PAGE.margin, top, width: RIGHT - PAGE.margin, size: SMALL, color: FAINT });

/** Prints a table from a position on, with its heads on every page. */
function printTable<Row>(paper: Paper, from: number, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  let top = printTableHead(paper, from, columns);
  for (const row of rows) {
    if (top + ROW_HEIGHT > LAST_ROW) {
      paper.addPage();
      top = printTableHead(paper, PAGE.margin, columns);
    }
    for (const { text, size = CELL, ...place } of columns) put(paper, text(row), { ...place, top, size });
    top += ROW_HEIGHT;
  }
}

function printTableHead<Row>(paper: Paper, top: number, columns: readonly Column<Row>[]): number {
  for (const { head, ...place } of columns) put(paper, head, { ...place, top, size: SMALL, bold: true, color: FAINT });
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
