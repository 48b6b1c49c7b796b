// Variables that look like settings of ours and are none: a misspelt setting must not be ignored.
import { declaredSettings } from './settings.ts';

const OURS = /^(CARDWRIGHT|ISSUER_SANDBOX)_/;

/** A sentence for each variable that no process of ours reads, with the nearest name. Other processes' are fine. */
export function unknownNames(env: NodeJS.Dict<string>): string[] {
  const known = [...declaredSettings].flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name]));
  const isKnown = new Set(known);
  return Object.keys(env)
    .filter((name) => OURS.test(name) && !isKnown.has(name) && !isServiceLink(name, env))
    .toSorted()
    .map((name) => {
      const plain = name.replace(/_FILE$/, '');
      if (isKnown.has(plain)) return `${name} is no setting: only secrets are read from files. Set ${plain}`;
      return `${name} is no setting. The nearest one is ${nearest(name, known)}`;
    });
}

/** Kubernetes describes each service to every pod in variables that begin with the service's name. */
function isServiceLink(name: string, env: NodeJS.Dict<string>): boolean {
  const [, service = ''] = /^(.+?)_(?:SERVICE_(?:HOST|PORT)|PORT(?:_\d+|$))/.exec(name) ?? [];
  return service !== '' && env[`${service}_SERVICE_HOST`] !== undefined;
}

const nearest = (name: string, known: readonly string[]): string =>
  known.reduce((best, each) => (distance(name, each) < distance(name, best) ? each : best), known[0] ?? '');

/** Changes of one character that turn one name into the other (Levenshtein). */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
