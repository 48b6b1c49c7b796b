// Output of reviews and cases.

import type { Dossier, Matter, ReviewProposal } from '@cardwright/server/surfaces/desk/review-contract.ts';
import type { Static } from 'typebox';
import { evidenceOf, factsOf, nextCheckOf } from './about-words.ts';
import { command, commandAboutProposal, wayInWords } from './next-steps.ts';
import { facts, inOneLine, moment, type Shown, table } from './output.ts';

type Dossier = Static<typeof Dossier>;
type Matter = Static<typeof Matter>;

/** Characters of a reason in a list; `review show` has all of it. */
const SHORT_REASON = 60;

/** The effect of an approval, one sentence per line. */
export const effectInWords = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `  ${inOneLine(sentence)}`).join('\n');

/** A review or a case for scripts. */
export const toShown = <Row extends Matter>({ company, ...rest }: Row) => ({
  ...rest,
  company: company.id,
  companyName: company.name,
});

/** Pending decisions, one line each. */
export function showList(matters: readonly Matter[], hasMore: boolean): Shown {
  const nextAfter = hasMore ? (matters.at(-1)?.id ?? null) : null;
  const rows = matters.map((matter) => [
    matter.id,
    matter.company.name,
    matter.environment,
    matter.kind,
    short(matter.reason),
    moment(matter.since),
    matter.held,
    nextCheckOf(matter),
    matter.openProposal ?? '',
  ]);
  const more = nextAfter === null ? '' : `\n\nNext page: cardwright-admin review list --after ${nextAfter}`;
  return {
    json: { data: matters.map(toShown), nextAfter },
    text:
      rows.length === 0
        ? 'No pending decisions.'
        : table(
            ['id', 'company', 'environment', 'kind', 'reason', 'since', 'held', 'next check', 'open proposal'],
            rows,
          ) + more,
  };
}

/** Everything about one review or case, with the next steps as commands to copy. */
export function showDossier(dossier: Dossier): Shown {
  const { id, kind, company, environment, reason, about, said, timeline } = dossier;
  const first: [string, string][] = [
    ...(isCase(dossier) ? [['case', `${id}: ${kind}`] as [string, string]] : []),
    ['company', `${company.name} (${company.id}), ${environment}`],
    ...(reason === '' ? [] : [['reason', reason] as [string, string]]),
    ['since', moment(dossier.since)],
  ];
  const happened = timeline.map(({ at, what }) => [moment(at), what]);
  return {
    json: { ...toShown(dossier), reports: about.payment === null ? [] : said },
    text: [
      facts([...first, ...factsOf(dossier)]),
      ...evidenceOf(dossier),
      `Timeline\n${table(['at', 'what'], happened)}`,
      waysOut(dossier).join('\n'),
    ].join('\n\n'),
  };
}

const isCase = ({ id }: Matter): boolean => id.startsWith('case_');

const short = (text: string) => (text.length <= SHORT_REASON ? text : `${text.slice(0, SHORT_REASON - 1)}…`);

/** The next steps as commands to copy. */
function waysOut(dossier: Dossier): string[] {
  if (!dossier.open) return nothingLeft(dossier);
  const proposal = dossier.proposals.find(({ id }) => id === dossier.openProposal);
  return proposal === undefined ? dossier.ways.flatMap(wayInWords) : waysWith(proposal);
}

/** An overtaken proposal has no effect but still counts as open, so it should be withdrawn. */
function nothingLeft({ id: subject, cases, proposals }: Dossier): string[] {
  const open = cases.filter(({ id, closedAt }) => closedAt === null && id !== subject);
  const overtaken = proposals.filter((proposal) => proposal.state === 'overtaken' && proposal.subject === subject);
  return [
    'No decision is needed.',
    ...open.map(({ id }) => command(`show ${id}`)),
    ...overtaken.map(({ id }) => commandAboutProposal(`withdraw ${id}`)),
  ];
}

/** Open proposals with their evidence and effect. */
function waysWith({ id, decision, reason, proposedBy, effect, ...proposal }: Static<typeof ReviewProposal>): string[] {
  const { receipt, cardToken, last4 } = proposal;
  const card = cardToken === '' ? '' : `, card ${inOneLine(cardToken)} ending in ${last4}`;
  return [
    `${inOneLine(proposedBy.name)} proposes to ${decision}: ${inOneLine(reason)}`,
    ...(receipt === '' ? [] : [`Evidence: receipt ${inOneLine(receipt)}${card}.`]),
    'Effect of the approval, immediate and permanent:',
    effectInWords(effect?.sentences ?? []),
    '',
    'Another operator must approve it:',
    commandAboutProposal(`approve ${id}`),
    'Any operator may withdraw it:',
    commandAboutProposal(`withdraw ${id}`),
  ];
}
