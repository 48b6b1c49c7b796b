// The products that a company can order.

import type { Schemas } from '@cardwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { useScope } from '../session.ts';

export type Product = Schemas['Product'];

/** Every product, also one that is no longer sold. */
function useCatalogue<Selected>(select: (catalogue: { data: Product[] }) => Selected) {
  const { api, key } = useScope();
  return useQuery({ queryKey: key('products'), queryFn: () => answer(api.GET('/api/v1/products')), select });
}

/** The name of a product; undefined until it is known. */
export const useProductName = (id: string): string | undefined => useProductNames().get(id);

/** The names of all products by id. */
export const useProductNames = (): ReadonlyMap<string, string> =>
  useCatalogue(({ data }) => new Map(data.map(({ id, name }) => [id, name]))).data ?? new Map();

/** Available products of one kind. */
export function useProducts(kind: Product['kind']) {
  return useCatalogue(({ data }) => data.filter((product) => product.kind === kind && product.status === 'active'));
}
