// Commands about decisions of two operators: reviews of operations and invoices, and cases.

import { fromId } from '@cardwright/server/foundation/ids.ts';
import { decisionsFor, parseCorrection, parseDeposit } from '@cardwright/server/oversight/reviews/decisions.ts';
import type { Dossier, Matter, NewProposal } from '@cardwright/server/surfaces/desk/review-contract.ts';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Static } from 'typebox';
import { limitOption, words } from './arguments.ts';
import { atDesk, type Desk, type Sentences } from './desk.ts';
import { command, commandAboutProposal } from './next-steps.ts';
import type { Shown } from './output.ts';
import { queryOf, readRows } from './pages.ts';
import { Problem, UsageProblem } from './problem.ts';
import { deciding } from './proposed.ts';
import { effectInWords, showDossier, showList, toShown } from './review-words.ts';

const exampleReview = 'op_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleInvoice = 'inv_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleCase = 'case_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Characters of an issuer's receipt or token. */
const LONGEST_OF_ISSUER = 128;

/** Adds every `review …` command. */
export function addReviewCommands(program: Command): void {
  const review = program
    .command('review')
    .description('operations and invoices with an unclear outcome, and cases; `proposal approve` completes a decision');
  addReading(review);
  addProposing(review);
}

const subjectArgument = () =>
  new Argument('<id>', 'id of an operation (op_…), an invoice (inv_…) or a case (case_…)').argParser(readSubject);

function addReading(review: Command): void {
  review
    .command('list')
    .description('List pending decisions of all companies, oldest first.')
    .addOption(limitOption())
    .option('--after <id>', 'continue after this one, the last of the previous page', readSubject)
    .addHelpText('after', '\nExamples:\n  cardwright-admin review list\n  cardwright-admin review list --limit 100')
    .action(atDesk(list));
  review
    .command('show')
    .description('Show the evidence, the held funds, the timeline, and the next steps as commands to copy.')
    .addArgument(subjectArgument())
    .addHelpText('after', `\nExample:\n  cardwright-admin review show ${exampleReview}`)
    .action(atDesk(show));
}

function addProposing(review: Command): void {
  review
    .command('propose')
    .description('Propose a decision and show its effect. Nothing happens until another operator approves.')
    .addArgument(subjectArgument())
    .addOption(
      new Option('--complete', 'an operation: the issuer confirms it').conflicts([
        'accept',
        'fail',
        'adjust',
        'close',
        'adopt',
      ]),
    )
    .addOption(
      new Option('--accept <amount>', 'an invoice: USDT to credit, in dollars rounded down to the cent')
        .conflicts(['fail', 'adjust', 'close', 'adopt'])
        .argParser(readDeposit),
    )
    .addOption(
      new Option('--fail', 'an operation or invoice: it did not and will not happen').conflicts([
        'adjust',
        'close',
        'adopt',
      ]),
    )
    .addOption(
      new Option('--adjust <amount>', 'a case: dollars to add to the available balance; negative to deduct')
        .conflicts(['close', 'adopt'])
        .argParser(readAmount),
    )
    .addOption(
      new Option('--close', 'a case: no correction is needed, or its record is explained').conflicts(['adopt']),
    )
    .addOption(new Option('--adopt', 'a case about a record that only the issuer has: it is ours'))
    .requiredOption('--reason <text>', 'your finding and its source; kept in the audit log', words)
    .option('--receipt <text>', 'with --complete: the issuer’s receipt', readReceipt)
    .option('--card-token <token>', 'with --complete, for an issue: the issuer’s token of the card', readToken)
    .option('--last4 <digits>', 'with --complete, for an issue: the last four digits of the card', readLast4)
    .addHelpText(
      'after',
      `
Examples:
  cardwright-admin review propose ${exampleReview} --fail --reason "issuer support, ticket 4711: never received"
  cardwright-admin review propose ${exampleReview} --complete --receipt R-4711 --reason "issuer support, ticket 4711"
  cardwright-admin review propose ${exampleInvoice} --accept 99.5 --reason "the company paid less, and agrees"
  cardwright-admin review propose ${exampleCase} --adjust 53.10 --reason "issuer took it back, ticket 4711"
  cardwright-admin review propose ${exampleCase} --adopt --reason "lost in the restore of 17 November"`,
    )
    .action(atDesk(proposeDecision));
}

type Dossier = Static<typeof Dossier>;

/** The subject of a command, with its public id. */
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
  adopt?: true;
  reason: string;
  receipt?: string;
  cardToken?: string;
  last4?: string;
};

async function proposeDecision(desk: Desk, { kind, id }: Subject, options: ProposeOptions): Promise<Shown> {
  const sentences = { ...deciding, ...notFound(id) };
  const dossier = await desk.post<Dossier>(`/reviews/${id}/proposals`, toDecision(kind, options), sentences);
  const proposal = dossier.proposals.find((each) => each.id === dossier.openProposal);
  if (proposal === undefined) throw new Problem('The proposal was already decided: see `proposal list --all`.');
  return {
    json: toShown(dossier),
    text: [
      `Proposed ${proposal.id}. Nothing has happened yet. Once another operator approves it:`,
      effectInWords(proposal.effect?.sentences ?? []),
      '',
      `They review and approve it:\n${command(`show ${id}`)}`,
      commandAboutProposal(`approve ${proposal.id}`),
    ].join('\n'),
  };
}

const waysToDecide: Record<Subject['kind'], string> = {
  operation: 'an operation takes --complete or --fail',
  invoice: 'an invoice takes --accept AMOUNT or --fail',
  case: 'a case takes --adjust AMOUNT or --close, or --adopt for a record that only the issuer has',
};

/** The options as one decision. They must match each other and the subject. */
function toDecision(
  kind: Subject['kind'],
  { complete, accept, fail, adjust, close, adopt, ...given }: ProposeOptions,
): Static<typeof NewProposal> {
  const asked: [Static<typeof NewProposal>['decision'], unknown][] = [
    ['complete', complete],
    ['accept', accept],
    ['fail', fail],
    ['adjust', adjust],
    ['close', close],
    ['adopt', adopt],
  ];
  const decision = asked.find(([, wanted]) => wanted !== undefined)?.[0];
  if (decision === undefined || !decisionsFor[kind].includes(decision)) {
    throw new UsageProblem(`Give one decision: ${waysToDecide[kind]}.`);
  }
  const amount = accept ?? adjust;
  return { decision, ...given, ...(amount === undefined ? {} : { amount }) };
}

function readSubject(id: string): Subject {
  const kind = (['operation', 'invoice', 'case'] as const).find((each) => fromId(each, id) !== undefined);
  if (kind !== undefined) return { kind, id };
  throw new InvalidArgumentError(`An id looks like ${exampleReview}, ${exampleInvoice} or ${exampleCase}.`);
}

function readDeposit(text: string): string {
  if (parseDeposit(text) !== undefined) return text;
  throw new InvalidArgumentError('Give an amount of USDT such as 99.5 or 99.504217; the minimum is 0.01.');
}

function readAmount(text: string): string {
  if (parseCorrection(text) !== undefined) return text;
  throw new InvalidArgumentError('Give dollars such as 53.10 or -53.10.');
}

function readReceipt(text: string): string {
  const receipt = words(text);
  if (receipt.length > LONGEST_OF_ISSUER)
    throw new InvalidArgumentError(`It must have at most ${LONGEST_OF_ISSUER} characters.`);
  return receipt;
}

function readToken(text: string): string {
  const pattern = new RegExp(`^[\\x21-\\x7e]{1,${LONGEST_OF_ISSUER}}$`);
  if (!pattern.test(text)) throw new InvalidArgumentError('Copy it exactly from the issuer, without spaces.');
  return text;
}

function readLast4(text: string): string {
  if (!/^\d{4}$/.test(text)) throw new InvalidArgumentError('Give the last four digits, such as 4242.');
  return text;
}
