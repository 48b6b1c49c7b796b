// Every page of the desk whose file exists. Other pages have no address and no navigation item, so a new page needs
// only its file, which exports `Page`.
import type { ComponentType } from 'react';
import { addresses, type Place } from './addresses.ts';

type Module = { Page: ComponentType };

const files = import.meta.glob<Module>('./*/*.page.tsx');

/** The existing pages. */
export const pages: readonly { place: Place; path: string; load: () => Promise<Module> }[] = addresses.flatMap(
  ([place, path, file]) => {
    const load = files[`./${file}.page.tsx`];
    return load === undefined ? [] : [{ place, path, load }];
  },
);

const paths = new Set(pages.map(({ path }) => path));

/** Whether a page exists; for the navigation. */
export const hasPage = (path: string): boolean => paths.has(path);
