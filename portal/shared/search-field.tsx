// A search field above a list. The address keeps its text, as it keeps filters.
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './icons.tsx';

/** Most people type faster than this; each pause searches once. */
const PAUSE_MS = 150;

/** The server finds nothing for less. */
const SHORTEST = 2;

/** What to search for: undefined if the text is too short. */
export const searched = (text: string | undefined): string | undefined =>
  text !== undefined && text.trim().length >= SHORTEST ? text.trim() : undefined;

type Props = {
  label: string;
  /** Shows the label above the field, as beside other labelled fields. */
  isLabelShown?: boolean;
  placeholder: string;
  value: string | undefined;
  onSearch: (typed: string) => void;
};

/** The field. */
export function SearchField({ label, isLabelShown = false, placeholder, value = '', onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, PAUSE_MS);
  useEffect(() => {
    // A link or a button changed the address; what is being typed is newer than the address.
    if (document.activeElement !== field.current) setTyped(value);
  }, [value]);
  return (
    <TextInput
      ref={field}
      type="search"
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      placeholder={placeholder}
      leftSection={<Icon name="search" size={15} />}
      maxLength={200}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
    />
  );
}
