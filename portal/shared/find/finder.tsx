// The search over everything: a field, and what was found below it. Arrow keys choose, Enter opens.
import { Loader, Modal, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import { t } from '../words/t.ts';
import classes from './finder.module.css';

/** Something to open. */
export type Finding = {
  to: string;
  search?: Readonly<Record<string, string>>;
  words: string;
  /** The second line. */
  more?: string;
  icon: IconName;
};

export type FindingGroup = { words: string; items: readonly Finding[] };

type Props = {
  /** What can be typed. */
  label: string;
  typed: string;
  onType: (typed: string) => void;
  groups: readonly FindingGroup[];
  isBusy: boolean;
  onClose: () => void;
};

const LIST = 'findings';
const idOf = (at: number) => `finding-${at}`;

/** The search in a dialog. */
export function Finder({ label, typed, onType, groups, isBusy, onClose }: Props) {
  const filled = groups.filter(({ items }) => items.length > 0);
  const count = filled.reduce((sum, { items }) => sum + items.length, 0);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(count - 1, 0));
  useEffect(() => document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' }), [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) {
      // What is shown meanwhile was found for an earlier text.
      if (!isBusy) document.getElementById(idOf(at))?.click();
    } else if (count > 0) setChosen((at + step + count) % count);
  };
  return (
    <Modal opened onClose={onClose} title={t('frame.findTitle')} centered={false} yOffset="8dvh" size="lg">
      <TextInput
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" size={16} />}
        rightSection={isBusy && <Loader size="xs" />}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? idOf(at) : undefined}
        value={typed}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className={classes.none} role="status">
        {count === 0 && !isBusy && t('frame.findNothing')}
      </p>
      <div
        id={LIST}
        role="listbox"
        aria-label={t('frame.findTitle')}
        aria-busy={isBusy}
        className={classes.list}
        hidden={count === 0}
      >
        {filled.map(({ words, items }, index) => {
          const before = filled.slice(0, index).reduce((sum, group) => sum + group.items.length, 0);
          return <Group key={words} words={words} items={items} before={before} chosen={at} onClose={onClose} />;
        })}
      </div>
    </Modal>
  );
}

type GroupProps = FindingGroup & { before: number; chosen: number; onClose: () => void };

function Group({ words, items, before, chosen, onClose }: GroupProps) {
  return (
    <div role="group" aria-label={words}>
      <p className={classes.group} aria-hidden="true">
        {words}
      </p>
      {items.map(({ to, search, words: name, more, icon }, index) => (
        <Link
          key={`${to} ${name} ${more ?? ''}`}
          id={idOf(before + index)}
          role="option"
          aria-selected={before + index === chosen}
          tabIndex={-1}
          to={to}
          search={(search ?? {}) as never}
          className={classes.finding}
          onClick={onClose}
        >
          <Icon name={icon} size={17} />
          <span className={classes.words}>
            {name}
            {more !== undefined && more !== '' && <span className={classes.more}>{more}</span>}
          </span>
        </Link>
      ))}
    </div>
  );
}
