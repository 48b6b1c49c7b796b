// Commands about what two operators decide: reviews of operations and invoices, and cases.

import { fromId } from '@cardwright/server/foundation/ids.ts';
import { actionsFor, parseCorrection, parseDeposit } from '@cardwright/server/oversight/reviews/decisions.ts';
import type { Dossier, Matter, NewProposal } from '@cardwright/server/surfaces/desk/review-contract.ts';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Static } from 'typebox';
import { limitOption, words } from './arguments.ts';
import { atDesk, type Desk, type Sentences } from './desk.ts';
import type { Shown } from './output.ts';
import { queryOf, readRows } from './pages.ts';
import { Problem, UsageProblem } from './problem.ts';
import { deciding } from './proposed.ts';
import { effectInWords, showDossier, showList, toShown } from './review-words.ts';
import { command, commandAboutProposal } from './ways-out.ts';

const exampleReview = 'op_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleInvoice = 'inv_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleCase = 'case_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** As long as an issuer's own receipt or token may be. */
const LONGEST_OF_ISSUER = 128;

/** Adds every `review …` command. */
export function addReviewCommands(program: Command): void {
  const review = program
    .command('review')
    .description(
      'operations and invoices that are unclear, and cases; what is proposed here, `proposal approve` decides',
    );
  addReading(review);
  addProposing(review);
}

const subjectArgument = () =>
  new Argument('<id>', 'id of an operation (op_…), an invoice (inv_…) or a case (case_…)').argParser(readSubject);

function addReading(review: Command): void {
  review
    .command('list')
    .description('List what waits for a decision in all companies, the longest first.')
    .addOption(limitOption())
    .option('--after <id>', 'continue behind this one, the last of the page before', readSubject)
    .addHelpText('after', '\nExamples:\n  npm run admin -- review list\n  npm run admin -- review list --limit 100')
    .action(atDesk(list));
  review
    .command('show')
    .description('Show the evidence, the money held, what happened so far, and the ways out as commands to copy.')
    .addArgument(subjectArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- review show ${exampleReview}`)
    .action(atDesk(show));
}

function addProposing(review: Command): void {
  review
    .command('propose')
    .description(
      'Propose a decision. It says what approving will do; nothing happens before another operator approves.',
    )
    .addArgument(subjectArgument())
    .addOption(
      new Option('--complete', 'an operation: the issuer did it').conflicts(['accept', 'fail', 'adjust', 'close']),
    )
    .addOption(
      new Option('--accept <amount>', 'an invoice: USDT of what arrived, credited as dollars rounded down to the cent')
        .conflicts(['fail', 'adjust', 'close'])
        .argParser(readDeposit),
    )
    .addOption(
      new Option('--fail', 'an operation or invoice: it did not happen, and will not').conflicts(['adjust', 'close']),
    )
    .addOption(
      new Option('--adjust <amount>', 'a case: dollars that the available balance gains, or loses with a minus sign')
        .conflicts(['close'])
        .argParser(readAmount),
    )
    .addOption(new Option('--close', 'a case: nothing has to be corrected'))
    .requiredOption('--reason <text>', 'what you found out, and from whom; kept in the audit log', words)
    .option('--receipt <text>', 'with --complete: the receipt that the issuer gave', readReceipt)
    .option('--card-token <token>', 'with --complete, for an issue: how the issuer names the card', readToken)
    .option('--last4 <digits>', 'with --complete, for an issue: the last four digits of the card', readLast4)
    .addHelpText(
      'after',
      `
Examples:
  npm run admin -- review propose ${exampleReview} --fail --reason "issuer support, ticket 4711: never received"
  npm run admin -- review propose ${exampleReview} --complete --receipt R-4711 --reason "issuer support, ticket 4711"
  npm run admin -- review propose ${exampleInvoice} --accept 99.5 --reason "the company paid less, and agrees"
  npm run admin -- review propose ${exampleCase} --adjust 53.10 --reason "issuer took it back, ticket 4711"`,
    )
    .action(atDesk(proposeDecision));
}

type Dossier = Static<typeof Dossier>;

/** What a command is about, with its id as it is shown. */
type Subject = { kind: 'operation' | 'invoice' | 'case'; id: string };

const notFound = (id: string): Sentences => ({ review_not_found: `Nothing has the id ${id}: see \`review list\`.` });

async function list(desk: Desk, options: { limit: number; after?: Subject }): Promise<Shown> {
  const { data, hasMore } = await readRows<Static<typeof Matter>>(options.limit, async ({ limit, last }) => {
    const after = last?.id ?? options.after?.id;
    const path = `/reviews${queryOf({ limit, after })}`;
    const page = await desk.get<{ data: Static<typeof Matter>[]; nextCursor: string | null }>(
      path,
      notFound(after ?? ''),
    );
    return { data: page.data, hasMore: page.nextCursor !== null };
  });
  return showList(data, hasMore);
}

async function show(desk: Desk, { id }: Subject): Promise<Shown> {
  return showDossier(await desk.get<Dossier>(`/reviews/${id}`, notFound(id)));
}

type ProposeOptions = {
  complete?: true;
  accept?: string;
  fail?: true;
  adjust?: string;
  close?: true;
  reason: string;
  receipt?: string;
  cardToken?: string;
  last4?: string;
};

async function proposeDecision(desk: Desk, { kind, id }: Subject, options: ProposeOptions): Promise<Shown> {
  const sentences = { ...deciding, ...notFound(id) };
  const dossier = await desk.post<Dossier>(`/reviews/${id}/proposals`, toDecision(kind, options), sentences);
  const proposal = dossier.proposals.find((each) => each.id === dossier.openProposal);
  if (proposal === undefined) throw new Problem('The proposal was decided already: see `proposal list --all`.');
  return {
    json: toShown(dossier),
    text: [
      `Proposed ${proposal.id}. Nothing has happened yet. Once another operator approves it:`,
      effectInWords(proposal.effect?.sentences ?? []),
      '',
      `They look at it, and approve:\n${command(`show ${id}`)}`,
      commandAboutProposal(`approve ${proposal.id}`),
    ].join('\n'),
  };
}

const waysToDecide: Record<Subject['kind'], string> = {
  operation: 'an operation in review is decided by --complete or --fail',
  invoice: 'an invoice is decided by --accept AMOUNT or --fail',
  case: 'a case is decided by --adjust AMOUNT or --close',
};

/** What was typed as one decision; the parts must fit each other and what they are about. */
function toDecision(
  kind: Subject['kind'],
  { complete, accept, fail, adjust, close, ...given }: ProposeOptions,
): Static<typeof NewProposal> {
  const asked: [Static<typeof NewProposal>['action'], unknown][] = [
    ['complete', complete],
    ['accept', accept],
    ['fail', fail],
    ['adjust', adjust],
    ['close', close],
  ];
  const action = asked.find(([, wanted]) => wanted !== undefined)?.[0];
  if (action === undefined || !actionsFor[kind].includes(action)) {
    throw new UsageProblem(`Say what you propose: ${waysToDecide[kind]}.`);
  }
  const amount = accept ?? adjust;
  return { action, ...given, ...(amount === undefined ? {} : { amount }) };
}

function readSubject(id: string): Subject {
  const kind = (['operation', 'invoice', 'case'] as const).find((each) => fromId(each, id) !== undefined);
  if (kind !== undefined) return { kind, id };
  throw new InvalidArgumentError(`An id looks like ${exampleReview}, ${exampleInvoice} or ${exampleCase}.`);
}

function readDeposit(text: string): string {
  if (parseDeposit(text) !== undefined) return text;
  throw new InvalidArgumentError('Give USDT as it arrived, such as 99.5 or 99.504217; at least a cent.');
}

function readAmount(text: string): string {
  if (parseCorrection(text) !== undefined) return text;
  throw new InvalidArgumentError('Give dollars such as 53.10 or -53.10.');
}

function readReceipt(text: string): string {
  const receipt = words(text);
  if (receipt.length > LONGEST_OF_ISSUER)
    throw new InvalidArgumentError(`It has at most ${LONGEST_OF_ISSUER} characters.`);
  return receipt;
}

function readToken(text: string): string {
  const pattern = new RegExp(`^[\\x21-\\x7e]{1,${LONGEST_OF_ISSUER}}$`);
  if (!pattern.test(text)) throw new InvalidArgumentError('Copy it as the issuer writes it: no spaces.');
  return text;
}

function readLast4(text: string): string {
  if (!/^\d{4}$/.test(text)) throw new InvalidArgumentError('Give the last four digits, such as 4242.');
  return text;
}
