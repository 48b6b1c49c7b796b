// A choice of a few values, side by side.
import classes from './segments.module.css';

type Props<Value extends string | number> = {
  /** The name of the choice, for screen readers. */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** The choices as buttons; the chosen one is pressed. */
export function Segments<Value extends string | number>({ label, value, choices, onChoose }: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div className={classes.track} role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={classes.segment}
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
