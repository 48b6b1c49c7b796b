// The session could not be read, so not even the frame can be shown.
import { Door } from '../door.tsx';
import { t } from '../words/t.ts';
import { ProblemShown } from './problem.tsx';

/** The error in place of the whole page, with a retry button. */
export function FrameBroken({ error, again, product }: { error: unknown; again: () => void; product?: string }) {
  return (
    <Door title={t('states.frameBroken')} {...(product === undefined ? {} : { product })}>
      <ProblemShown error={error} again={again} />
    </Door>
  );
}
