// Nobody could be asked who is here, so not even the frame of the pages came.
import { Door } from '../door.tsx';
import { t } from '../words/t.ts';
import { ProblemShown } from './problem.tsx';

/** What went wrong instead of everything, and another try. */
export function FrameBroken({ error, again, product }: { error: unknown; again: () => void; product?: string }) {
  return (
    <Door title={t('states.frameBroken')} {...(product === undefined ? {} : { product })}>
      <ProblemShown error={error} again={again} />
    </Door>
  );
}
