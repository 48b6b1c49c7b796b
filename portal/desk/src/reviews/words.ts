// Labels for reviews; unknown values keep their own name.
import { maybe } from '../words/t.ts';

const named = (area: string, name: string): string => maybe(`deskReviews.${area}.${name}`) ?? name.replaceAll('_', ' ');

/** The subject: a top-up, an invoice, a contradiction. */
export const kindWord = (kind: string): string => named('kind', kind);

/** The decision: complete, fail, accept. */
export const decisionWord = (decision: string): string => named('decision', decision);

/** Label of the button that proposes it. */
export const proposeWord = (decision: string): string => named('propose', decision);

/** The source of an attempt. */
export const howWord = (how: string): string => named('how', how);

/** The result that two operators decided. */
export const decidedWord = (outcome: string): string => named('decided', outcome);

/** The result of an attempt. */
export const outcomeWord = (outcome: string): string => named('outcome', outcome);
