// One step of several: its number and name, and the names of all.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './steps.module.css';
import { t } from './words/t.ts';

type Props = {
  /** Short names of all steps. */
  names: readonly string[];
  /** Index of the current one. */
  now: number;
  title: string;
  children: ReactNode;
};

/** The current step. Screen readers announce its number and title when the focus moves into it. */
export function Step({ names, now, title, children }: Props) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A field of the step may have taken the focus already.
    if (group.current?.contains(document.activeElement) === false) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold the forms of a step
    <div role="group" aria-labelledby={id} ref={group}>
      <ol className={classes.steps} aria-label={t('secondFactor.steps')}>
        {names.map((name, index) => (
          <li
            key={name}
            className={index <= now ? classes.reached : undefined}
            aria-current={index === now ? 'step' : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
      <p className={classes.title} id={id} ref={heading} tabIndex={-1}>
        <span className={classes.number}>{t('secondFactor.step', { number: now + 1, all: names.length })} </span>
        {title}
      </p>
      {children}
    </div>
  );
}
