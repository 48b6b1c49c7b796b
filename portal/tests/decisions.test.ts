// A decision of two operators is never shown as the issuer's words, neither to the company nor at the desk.
import { expect, test } from 'vitest';
import { operations } from '../company/src/words/operations.ts';
import { decidedWord, outcomeWord } from '../desk/src/reviews/words.ts';

test('the desk shows the outcome of a decision as Cardwright’s, and of an answer as the issuer’s', () => {
  for (const outcome of ['done', 'rejected', 'accepted', 'failed']) {
    expect(decidedWord(outcome)).toMatch(/^Cardwright decided: /);
    expect(outcomeWord(outcome)).not.toMatch(/Cardwright/);
  }
});

test('the timeline of an operation shows a decision as Cardwright’s', () => {
  expect(operations['operations.step.approved']).toMatch(/^Cardwright decided/);
  expect(operations['operations.step.proposed']).toMatch(/Cardwright/);
  for (const step of ['approved', 'approvedWhy', 'proposed', 'proposedWhy'] as const) {
    expect(operations[`operations.step.${step}`]).not.toMatch(/issuer/i);
  }
});
