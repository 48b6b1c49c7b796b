// Text to copy: a command, a header, the body of an event.
import { Copy } from './copy.tsx';
import classes from './snippet.module.css';

/** A text with its name and a copy button. Long lines wrap, so nothing scrolls sideways. */
export function Snippet({ name, text }: { name: string; text: string }) {
  return (
    <div className={classes.snippet}>
      <div className={classes.head}>
        <span>{name}</span>
        <Copy text={text} what={name} />
      </div>
      <pre className={classes.text}>{text}</pre>
    </div>
  );
}

/** Indented JSON; other text is unchanged. */
export function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
