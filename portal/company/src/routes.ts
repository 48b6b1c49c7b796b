// Every page of the portal that is there. A page whose file is missing has no address, and the navigation leaves it
// out; so whoever adds a page only makes its file, which exports `Page`.
import type { ComponentType } from 'react';
import { addresses, type Place } from './addresses.ts';

type Module = { Page: ComponentType };

const files = import.meta.glob<Module>('./*/*.page.tsx');

export type PageRoute = { place: Place; path: string; load: () => Promise<Module> };

/** The pages that are there. */
export const pages: readonly PageRoute[] = addresses.flatMap(([place, path, file]) => {
  const load = files[`./${file}.page.tsx`];
  return load === undefined ? [] : [{ place, path, load }];
});

const paths = new Set(pages.map(({ path }) => path));

/** Whether there is such a page; the navigation asks. */
export const hasPage = (path: string): boolean => paths.has(path);
