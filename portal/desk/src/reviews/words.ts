// Words for what the desk's reviews are about; what the catalogue does not know keeps its own name.
import { maybe } from '../words/t.ts';

const named = (area: string, name: string): string => maybe(`deskReviews.${area}.${name}`) ?? name.replaceAll('_', ' ');

/** What waits: a top-up, an invoice, a contradiction. */
export const kindWord = (kind: string): string => named('kind', kind);

/** What is decided: complete, fail, accept. */
export const actionWord = (action: string): string => named('action', action);

/** The button that proposes it. */
export const proposeWord = (action: string): string => named('propose', action);

/** How the issuer was heard. */
export const howWord = (how: string): string => named('how', how);

/** What came of it. */
export const outcomeWord = (outcome: string): string => named('outcome', outcome);
