// Filters of a list, kept in the address so that Back and copied links show the same list.
import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

type Filters<Name extends string> = {
  chosen: Partial<Record<Name, string>>;
  choose: (name: Name, value: string) => void;
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
  const go = (next: Partial<Record<Name, string>>) => void navigate({ to: '.', search: next as never, replace: true });
  return {
    chosen,
    choose: (name, value) => go({ ...chosen, [name]: value === '' ? undefined : value }),
    clear: () => go({}),
    any: Object.keys(chosen).length > 0,
  };
}

/** A text of the address as one of the allowed values, or undefined. */
export const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

type Props = {
  label: string;
  /** Label for no filter. */
  any: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** One filter. */
export function FilterSelect({ label, any, value, options, onChoose }: Props) {
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...options]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
