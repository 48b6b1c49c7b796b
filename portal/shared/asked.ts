// View parameters in the address: links can be shared, and Back restores them.
import { useNavigate, useSearch } from '@tanstack/react-router';

type Asked = {
  /** A query parameter; undefined if absent. */
  asked: (name: string) => string | undefined;
  /** Changes parameters without a new history entry; undefined removes one. */
  ask: (changed: Readonly<Record<string, string | undefined>>) => void;
};

/** The query of the address. */
export function useAsked(): Asked {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  return {
    asked: (name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
    ask: (changed) =>
      void navigate({ to: '.', search: { ...search, ...changed }, replace: true, resetScroll: false } as never),
  };
}
