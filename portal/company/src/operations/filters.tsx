// Filters of a list, kept in the address so that Back and copied links show the same list.
import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

type Filters<Name extends string> = {
  chosen: Partial<Record<Name, string>>;
  choose: (name: Name, value: string) => void;
  /** Changes several filters in one navigation; undefined removes one. */
  change: (changed: Partial<Record<Name, string | undefined>>) => void;
  clear: () => void;
  any: boolean;
};

/** The filters of the address, by name; ignores other parameters. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') chosen[name] = value;
  }
  const go = (next: Partial<Record<Name, string | undefined>>) =>
    void navigate({ to: '.', search: next as never, replace: true });
  return {
    chosen,
    choose: (name, value) => go({ ...chosen, [name]: value === '' ? undefined : value }),
    change: (changed) => go({ ...chosen, ...changed }),
    clear: () => go({}),
    any: Object.keys(chosen).length > 0,
  };
}

/** A text of the address as one of the allowed values, or undefined. */
export const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

type Props = {
  label: string;
  /** Shows the label above the field, as in the sheet on phones. */
  isLabelShown?: boolean;
  /** Label for no filter. */
  any: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** One filter. */
export function FilterSelect({ label, isLabelShown = false, any, value, options, onChoose }: Props) {
  return (
    <NativeSelect
      size="sm"
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...options]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
