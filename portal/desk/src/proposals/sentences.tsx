// The effect of a proposal, one sentence each.
import { Timed } from '../frame/timed.tsx';
import classes from './proposals.module.css';

/** The sentences of an effect. */
export function Sentences({ effect }: { effect: readonly string[] }) {
  if (effect.length === 0) return null;
  return (
    <ul className={classes.sentences}>
      {effect.map((sentence) => (
        <li key={sentence}>
          <Timed text={sentence} />
        </li>
      ))}
    </ul>
  );
}
