// A small drawn card.
import classes from './glyph.module.css';

/** The drawing beside a card's name; it tells nothing, so it has no name. */
export function Glyph({ off }: { off: boolean }) {
  return (
    <svg className={classes.glyph} data-off={off} width="36" height="24" viewBox="0 0 36 24" aria-hidden="true">
      <rect width="36" height="24" rx="4" className={classes.ground} />
      <rect x="5" y="6" width="7" height="5" rx="1.2" className={classes.chip} />
      <path d="M5 17h4m2 0h4m2 0h4" className={classes.number} />
    </svg>
  );
}
