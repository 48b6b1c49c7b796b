// What a page is asked to show, kept in its address: it can be sent to a colleague, and going back finds it again.
import { useNavigate, useSearch } from '@tanstack/react-router';

type Asked = {
  /** A text of the address's query; undefined without one. */
  asked: (name: string) => string | undefined;
  /** Changes some of them, without another entry in the history; undefined takes one away. */
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
