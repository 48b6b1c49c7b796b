// Shows the part of the sidebar that is for the reader of this page: integrator, operator or engineer.
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

const parts = { api: 'API', operate: 'Operate', change: 'Change' };

/** The part of the sidebar that a page belongs to. */
export const partOf = (id: string): string => parts[id.split('/')[0] as keyof typeof parts] ?? 'Integrate';

export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute: route } = locals;
  const part = route.sidebar.find(({ label }) => label === partOf(route.id));
  if (part?.type === 'group') route.sidebar = part.entries;
  // The pages before and after are those of the same reader.
  const flat = (entries: typeof route.sidebar): typeof route.sidebar =>
    entries.flatMap((entry) => (entry.type === 'group' ? flat(entry.entries) : [entry]));
  const pages = flat(route.sidebar);
  const at = pages.findIndex((entry) => entry.type === 'link' && entry.isCurrent);
  const link = (index: number) => {
    const entry = at < 0 ? undefined : pages[index];
    return entry?.type === 'link' ? entry : undefined;
  };
  route.pagination = { prev: link(at - 1), next: link(at + 1) };
});
