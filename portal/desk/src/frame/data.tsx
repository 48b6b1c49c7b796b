// Details of an audit entry or a job as names and values instead of JSON.

import { t } from '../words/t.ts';
import classes from './data.module.css';
import { isFindable, Named } from './named.tsx';
import { Timed } from './timed.tsx';

/** An identifier in words: `overlapHours` and `card_token` become `overlap hours` and `card token`. */
const nameText = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('deskFrame.none');
  if (typeof value === 'boolean') return value ? t('deskFrame.yes') : t('deskFrame.no');
  if (Array.isArray(value)) return value.map(valueText).join(', ') || t('deskFrame.none');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${nameText(name)} ${valueText(part)}`)
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Every detail with its name. */
export function Data({ data }: { data: unknown }) {
  const noted = Object.entries(data ?? {});
  if (noted.length === 0) return '–';
  return (
    <dl className={classes.data}>
      {noted.map(([name, value]) => (
        <div key={name}>
          <dt>{nameText(name)}</dt>
          <dd>{isFindable(value) ? <Named id={value} /> : <Timed text={valueText(value)} />}</dd>
        </div>
      ))}
    </dl>
  );
}
