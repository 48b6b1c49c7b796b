// Commands about what two operators decide: reviews of operations and invoices, and cases.
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { fromId, toId } from '../ids.ts';
import type { Usd } from '../money/usd.ts';
import { actionsFor, approve, type Decision, propose, withdraw } from '../reviews/decide.ts';
import { parseCorrection, parseDeposit } from '../reviews/numbers.ts';
import { type Dossier, findDossier, listMatters, sinceOf } from '../reviews/read.ts';
import type { Action, ProposalRow, Subject } from '../reviews/sql.ts';
import { idOf, limitOption, words } from './arguments.ts';
import type { Shown } from './output.ts';
import { Problem, UsageProblem } from './problem.ts';
import { effectInWords, idOfSubject, problemOf, showDossier, showList, toShown } from './review-words.ts';
import { asOperator, type Session } from './session.ts';

const exampleReview = 'op_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleInvoice = 'inv_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleCase = 'case_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleProposal = 'proposal_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** As long as an issuer's own receipt or token may be. */
const LONGEST_OF_ISSUER = 128;

/** Adds every `review …` command. */
export function addReviewCommands(program: Command): void {
  const review = program
    .command('review')
    .description('operations and invoices that are unclear, and cases: one operator proposes, another approves');
  addReading(review);
  addProposing(review);
  addDeciding(review);
}

const subjectArgument = () =>
  new Argument('<id>', 'id of an operation (op_…), an invoice (inv_…) or a case (case_…)').argParser(readSubject);

const proposalArgument = () =>
  new Argument('<proposal>', 'id of a proposal (proposal_…)').argParser(idOf('proposal', exampleProposal));

function addReading(review: Command): void {
  review
    .command('list')
    .description('List what waits for a decision in all companies, the longest first.')
    .addOption(limitOption())
    .option('--after <id>', 'continue behind this one, the last of the page before', readSubject)
    .addHelpText('after', '\nExamples:\n  npm run admin -- review list\n  npm run admin -- review list --limit 100')
    .action(asOperator(list));
  review
    .command('show')
    .description('Show the evidence, the money held, what happened so far, and the ways out as commands to copy.')
    .addArgument(subjectArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- review show ${exampleReview}`)
    .action(asOperator(show));
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
    .action(asOperator(proposeDecision));
}

function addDeciding(review: Command): void {
  review
    .command('approve')
    .description('Approve what another operator proposed. It is done at once, and for good.')
    .addArgument(proposalArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- review approve ${exampleProposal}`)
    .action(asOperator(approveProposal));
  review
    .command('withdraw')
    .description('Take a proposal back that nobody approved yet.')
    .addArgument(proposalArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- review withdraw ${exampleProposal}`)
    .action(asOperator(withdrawProposal));
}

async function list(session: Session, { limit, after }: { limit: number; after?: Subject }): Promise<Shown> {
  const last = after === undefined ? undefined : await getDossier(session, after);
  const matters = await listMatters(session.db, {
    limit,
    ...(last === undefined ? {} : { after: { since: sinceOf(last), id: last.subject.id } }),
  });
  return showList(matters, limit);
}

async function show(session: Session, subject: Subject): Promise<Shown> {
  return showDossier(await getDossier(session, subject));
}

type ProposeOptions = {
  complete?: true;
  accept?: Usd;
  fail?: true;
  adjust?: Usd;
  close?: true;
  reason: string;
  receipt?: string;
  cardToken?: string;
  last4?: string;
};

async function proposeDecision(session: Session, subject: Subject, options: ProposeOptions): Promise<Shown> {
  const decision = toDecision(subject, options);
  const dossier = await getDossier(session, subject);
  const proposed = await propose(session, subject, decision);
  if (typeof proposed === 'string') throw problemOf(proposed, dossier);
  const id = toId('proposal', proposed.proposalId);
  const after = await getDossier(session, subject);
  const proposal = getProposal(after, proposed.proposalId);
  return {
    json: toShown(after),
    text: [
      `Proposed ${id}. Nothing has happened yet. Once another operator approves it:`,
      effectInWords(proposal, after),
      '',
      `They look at it, and approve:\n  npm run admin -- review show ${idOfSubject(subject)}`,
      `  npm run admin -- review approve ${id}`,
    ].join('\n'),
  };
}

async function approveProposal(session: Session, proposalId: string): Promise<Shown> {
  return afterDecision(session, await approve(session, proposalId), 'Approved. It is done:');
}

async function withdrawProposal(session: Session, proposalId: string): Promise<Shown> {
  return afterDecision(session, await withdraw(session, proposalId), 'Withdrawn. Nothing of this will happen:');
}

/** What was decided, and everything as it stands now. */
async function afterDecision(
  session: Session,
  decided: Awaited<ReturnType<typeof approve>>,
  sentence: string,
): Promise<Shown> {
  if (typeof decided === 'string') throw problemOf(decided);
  const dossier = await getDossier(session, { kind: decided.subject_kind, id: decided.subject_id });
  return { json: toShown(dossier), text: `${sentence}\n${effectInWords(decided, dossier)}` };
}

async function getDossier({ db }: Session, subject: Subject): Promise<Dossier> {
  const dossier = await findDossier(db, subject);
  if (dossier === undefined) throw new Problem(`Nothing has the id ${idOfSubject(subject)}: see \`review list\`.`);
  return dossier;
}

function getProposal({ proposals }: Dossier, id: string): ProposalRow {
  const proposal = proposals.find((row) => row.id === id);
  if (proposal === undefined) throw new Problem(`The proposal ${toId('proposal', id)} is gone: see \`review list\`.`);
  return proposal;
}

const waysToDecide: Record<Subject['kind'], string> = {
  operation: 'an operation in review is decided by --complete or --fail',
  invoice: 'an invoice is decided by --accept AMOUNT or --fail',
  case: 'a case is decided by --adjust AMOUNT or --close',
};

/** What was typed as one decision; the parts must fit each other and what they are about. */
function toDecision({ kind }: Subject, { complete, accept, fail, adjust, close, ...given }: ProposeOptions): Decision {
  const asked: [Action, unknown][] = [
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

function readSubject(text: string): Subject {
  for (const kind of ['operation', 'invoice', 'case'] as const) {
    const id = fromId(kind, text);
    if (id !== undefined) return { kind, id };
  }
  throw new InvalidArgumentError(`An id looks like ${exampleReview}, ${exampleInvoice} or ${exampleCase}.`);
}

function readDeposit(text: string): Usd {
  const deposit = parseDeposit(text);
  if (deposit !== undefined) return deposit;
  throw new InvalidArgumentError('Give USDT as it arrived, such as 99.5 or 99.504217; at least a cent.');
}

function readAmount(text: string): Usd {
  const amount = parseCorrection(text);
  if (amount !== undefined) return amount;
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
