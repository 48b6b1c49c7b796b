// The page that shows an object.
import type { FoundById } from '../../../shared/desk-api.ts';

const places = {
  company: 'companies',
  operation: 'reviews',
  invoice: 'reviews',
  case: 'reviews',
  card: 'cards',
  holder: 'holders',
  proposal: 'proposals',
} as const satisfies Partial<Record<FoundById['kind'], string>>;

/** The address of an object; operators and products are shown in one list each. */
export function addressOf({ kind, id }: Pick<FoundById, 'kind' | 'id'>): string {
  if (kind === 'operator') return '/operators';
  return kind === 'product' ? '/products' : `/${places[kind]}/${id}`;
}
