// Rows of people in the form: directors or owners, each with a name and a date of birth.
import { Button, Input, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../shared/icons.tsx';
import { t } from '../words/t.ts';
import { LONGEST_NAME, MOST_PEOPLE, nobody, type Part, type Person, peopleOf, problemOf, textOf } from './people.ts';
import classes from './verification.module.css';
import '../words/verification.ts';

type Row = Person & { id: number };

type Props = {
  /** Name of the field, and id of its group. */
  name: string;
  label: string;
  help: string;
  /** Word for one of them: director, owner. */
  one: string;
  /** Whether each has a share of the company. */
  withShare: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Whether empty parts are shown as errors. */
  whole: boolean;
};

let ids = 0;

const rowsOf = (text: string): Row[] => peopleOf(text).map((person) => ({ ...person, id: ids++ }));

/** The rows. A new row takes the focus, and removing one moves it to its neighbour. */
export function PeopleRows({ name, label, help, one, withShare, value, onChange, whole }: Props) {
  const [{ text, rows }, setShown] = useState(() => ({ text: value, rows: rowsOf(value) }));
  const focus = useRef<number>(undefined);
  // Another owner has changed it.
  if (value.trim() !== text.trim()) setShown({ text: value, rows: rowsOf(value) });
  useEffect(() => {
    if (focus.current !== undefined) document.getElementById(idOf(name, focus.current, 'name'))?.focus();
    focus.current = undefined;
  }, [name, rows]);

  const show = (next: Row[]) => {
    setShown({ text: textOf(next), rows: next });
    onChange(textOf(next));
  };
  const add = () => {
    const row = { ...nobody, id: ids++ };
    focus.current = row.id;
    show([...rows, row]);
  };
  const remove = (index: number) => {
    const next = rows.filter((_, at) => at !== index);
    focus.current = next[Math.min(index, next.length - 1)]?.id;
    show(next);
  };
  const change = (id: number, part: Part, typed: string) =>
    show(rows.map((row) => (row.id === id ? { ...row, [part]: typed } : row)));
  return (
    <fieldset className={classes.people} id={name} aria-describedby={`${name}-help`}>
      <legend className={classes.legend}>{label}</legend>
      <Input.Description id={`${name}-help`} mb="xs">
        {help}
      </Input.Description>
      {rows.map((row, index) => (
        <PersonRow
          key={row.id}
          {...{ name, row, withShare, whole }}
          which={t('verification.person.which', { one, number: index + 1 })}
          onChange={(part, typed) => change(row.id, part, typed)}
          onRemove={rows.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      {rows.length < MOST_PEOPLE && (
        <Button variant="default" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={add}>
          {t('verification.person.add', { one })}
        </Button>
      )}
    </fieldset>
  );
}

type RowProps = Pick<Props, 'name' | 'withShare' | 'whole'> & {
  row: Row;
  /** Names the row: director 2. */
  which: string;
  onChange: (part: Part, typed: string) => void;
  onRemove: (() => void) | undefined;
};

/** One person. A part is checked once it was left. */
function PersonRow({ name, row, which, withShare, whole, onChange, onRemove }: RowProps) {
  const [left, setLeft] = useState<ReadonlySet<Part>>(new Set());
  const field = (part: Part) => {
    const problem = whole || left.has(part) ? problemOf(row, part, { whole, withShare }) : undefined;
    return {
      id: idOf(name, row.id, part),
      label: (
        <>
          {t(`verification.person.${part}`)}
          <span className="hidden-name"> {t('verification.person.of', { which })}</span>
        </>
      ),
      autoComplete: 'off',
      value: row[part],
      error: problem && t(`verification.person.${problem}`),
      onBlur: () => setLeft((before) => new Set([...before, part])),
      onChange: (event: { currentTarget: { value: string } }) => onChange(part, event.currentTarget.value),
    };
  };
  return (
    <div className={withShare ? classes.owner : classes.person}>
      <TextInput {...field('name')} maxLength={LONGEST_NAME} />
      <TextInput {...field('born')} maxLength={10} placeholder={t('verification.person.format')} />
      {withShare && <TextInput {...field('share')} maxLength={6} inputMode="decimal" rightSection="%" />}
      {onRemove !== undefined && (
        <Button className={classes.removePerson} variant="default" onClick={onRemove}>
          {t('verification.person.remove')}
          <span className="hidden-name"> {which}</span>
        </Button>
      )}
    </div>
  );
}

const idOf = (field: string, row: number, part: Part) => `${field}-${row}-${part}`;
