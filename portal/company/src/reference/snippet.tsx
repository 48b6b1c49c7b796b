// Text to take elsewhere: a command, a header, the body of an event.
import { Copy } from '../../../shared/copy.tsx';
import classes from './snippet.module.css';

/** A text with its name and a button that copies it. Long lines wrap, so nothing has to be scrolled sideways. */
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

/** JSON in lines; what is no JSON stays as it is. */
export function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
