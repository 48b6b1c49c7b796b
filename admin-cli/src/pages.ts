// Paging through lists of the desk, whose pages are smaller than a command's limit may be.

const LARGEST_PAGE = 100;

type Rows<Row> = { data: Row[]; hasMore: boolean };

/** Reads pages until `limit` rows are there, and tells whether there are more. */
export async function readRows<Row>(
  limit: number,
  read: (page: { limit: number; last: Row | undefined }) => Promise<Rows<Row>>,
): Promise<Rows<Row>> {
  const data: Row[] = [];
  for (;;) {
    const page = await read({ limit: Math.min(limit - data.length, LARGEST_PAGE), last: data.at(-1) });
    data.push(...page.data);
    if (!page.hasMore || data.length >= limit) return { data, hasMore: page.hasMore };
  }
}

/** The query string; undefined values are omitted. */
export function queryOf(asked: Record<string, string | number | boolean | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value));
  return `?${query.toString()}`;
}
