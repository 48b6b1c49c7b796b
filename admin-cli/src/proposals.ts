// Commands about proposals: what one operator proposed and another one approves.

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
  new Argument('<proposal>', 'its id (proposal_…), as `proposal list` shows it').argParser(readProposal);

/** Adds every `proposal …` command. */
export function addProposalCommands(program: Command): void {
  const proposal = program
    .command('proposal')
    .description('what needs two operators: one proposes it, another approves it within seven days');

  proposal
    .command('list')
    .description('List proposals that wait, newest first.')
    .option('--all', 'those that were approved, withdrawn or have expired as well')
    .addOption(limitOption())
    .option('--before <proposal>', 'continue behind this one, the last of the page before', readProposal)
    .addHelpText('after', '\nExamples:\n  npm run admin -- proposal list\n  npm run admin -- proposal list --all')
    .action(atDesk(list));

  proposal
    .command('show')
    .description('Show a proposal: what it changes, why, who proposed it, and what became of it.')
    .addArgument(proposalArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- proposal show ${example}`)
    .action(atDesk(show));

  proposal
    .command('approve')
    .description('Approve what another operator proposed. It takes effect immediately.')
    .addArgument(proposalArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- proposal approve ${example}`)
    .action(atDesk(decide('approve', 'Approved. It is done:')));

  proposal
    .command('withdraw')
    .description('Take a proposal back that nobody approved yet.')
    .addArgument(proposalArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- proposal withdraw ${example}`)
    .action(atDesk(decide('withdraw', 'Withdrawn. Nothing of this will happen:')));
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

/** What was decided; where it is about a review or a case, that as it stands now. */
const decide = (verb: 'approve' | 'withdraw', sentence: string) => async (desk: Desk, id: string) => {
  const { effect } = await getProposal(desk, id); // of a review it is known only before
  const proposal = await desk.post<Proposal>(`/proposals/${id}/${verb}`, undefined, {
    ...deciding,
    not_in_review: 'It is no longer in review, so nothing was changed: see `review show`.',
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
