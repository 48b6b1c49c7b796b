// Commands about proposals: one operator proposes, another one approves.

import type { Proposal } from '@cardwright/server/surfaces/desk/proposal-contract.ts';
import type { Dossier } from '@cardwright/server/surfaces/desk/review-contract.ts';
import { Argument, type Command } from 'commander';
import type { Static } from 'typebox';
import { limitOption, readId } from './arguments.ts';
import { atDesk, type Desk, type Sentences } from './desk.ts';
import type { Shown } from './output.ts';
import { queryOf, readRows } from './pages.ts';
import { deciding, showProposal, showProposals } from './proposed.ts';
import { effectInWords, toShown as toShownReview } from './review-words.ts';

type Proposal = Static<typeof Proposal>;

const example = 'proposal_01jcp4vsb0e5d8zq6m5k1n7x2t';
const readProposal = readId('proposal', example);

const proposalArgument = () =>
  new Argument('<proposal>', 'its id (proposal_…), as shown by `proposal list`').argParser(readProposal);

/** Adds every `proposal …` command. */
export function addProposalCommands(program: Command): void {
  const proposal = program
    .command('proposal')
    .description('changes that need two operators: one proposes, another approves within seven days');

  proposal
    .command('list')
    .description('List open proposals, newest first.')
    .option('--all', 'include approved, withdrawn and expired proposals')
    .addOption(limitOption())
    .option('--before <proposal>', 'continue after this proposal, the last one of the previous page', readProposal)
    .addHelpText('after', '\nExamples:\n  cardwright-admin proposal list\n  cardwright-admin proposal list --all')
    .action(atDesk(list));

  proposal
    .command('show')
    .description('Show a proposal: effect, reason, proposer and status.')
    .addArgument(proposalArgument())
    .addHelpText('after', `\nExample:\n  cardwright-admin proposal show ${example}`)
    .action(atDesk(show));

  proposal
    .command('approve')
    .description('Approve another operator’s proposal. It takes effect immediately.')
    .addArgument(proposalArgument())
    .addHelpText('after', `\nExample:\n  cardwright-admin proposal approve ${example}`)
    .action(atDesk(decide('approve', 'Approved:')));

  proposal
    .command('withdraw')
    .description('Withdraw an open proposal.')
    .addArgument(proposalArgument())
    .addHelpText('after', `\nExample:\n  cardwright-admin proposal withdraw ${example}`)
    .action(atDesk(decide('withdraw', 'Withdrawn. This will not happen:')));
}

type Options = { limit: number; all?: boolean; before?: string };

async function list(desk: Desk, { all = false, before, ...options }: Options): Promise<Shown> {
  const { data, hasMore } = await readRows<Proposal>(options.limit, ({ limit, last }) => {
    const query = queryOf({ open: !all, limit, before: last?.id ?? before });
    return desk.get(`/proposals${query}`, notFound(before ?? ''));
  });
  return showProposals(data, { all, hasMore });
}

const show = async (desk: Desk, id: string): Promise<Shown> => showProposal(await getProposal(desk, id));

/** Shows the decided proposal, or the current review or case that it was about. */
const decide = (verb: 'approve' | 'withdraw', sentence: string) => async (desk: Desk, id: string) => {
  const { effect } = await getProposal(desk, id); // for a review it is known only before the decision
  const proposal = await desk.post<Proposal>(`/proposals/${id}/${verb}`, undefined, {
    ...deciding,
    not_in_review: 'It is no longer in review. Nothing was changed: see `review show`.',
  });
  if (proposal.reviewId !== null) {
    const review = await desk.get<Static<typeof Dossier>>(`/reviews/${proposal.reviewId}`);
    return { json: toShownReview(review), text: `${sentence}\n${effectInWords(effect)}` };
  }
  const shown = showProposal(proposal);
  return { ...shown, text: `${sentence}\n\n${shown.text}` };
};

const notFound = (id: string): Sentences => ({
  proposal_not_found: `No proposal has the id ${id}: see \`proposal list --all\`.`,
});

const getProposal = (desk: Desk, id: string) => desk.get<Proposal>(`/proposals/${id}`, notFound(id));
