// A list with server-side paging: a table on wide screens, cards on phones, forward and back by cursor.
import { Button, Group } from '@mantine/core';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Slice } from './client.ts';
import { Icon } from './icons.tsx';
import classes from './list.module.css';
import { ProblemShown } from './states/problem.tsx';
import { RowsSkeleton } from './states/skeletons.tsx';
import { t } from './words/t.ts';

/** Rows per page: about two screens. */
const PAGE_ROWS = 25;

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned figures. */
  numeric?: boolean;
  /** Buttons, aligned at the end of the row. */
  actions?: boolean;
  /** Hidden on phones. */
  wideOnly?: boolean;
};

type Props<Row> = {
  /** Label of the list for screen readers. */
  label: string;
  /** Identifies the list and its filters; a change returns to the first page. */
  queryKey: QueryKey;
  read: (page: { limit: number; cursor?: string }) => Promise<Slice<Row>>;
  /** The first column names the row, and links to `linkOf` if given. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  linkOf?: (row: Row) => string;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
};

/** A paged list. */
export function List<Row>({ label, queryKey, read, columns, rowKey, linkOf, empty }: Props<Row>) {
  const name = JSON.stringify(queryKey);
  const [place, setPlace] = useState<{ name: string; cursors: string[] }>({ name, cursors: [] });
  const cursors = place.name === name ? place.cursors : [];
  const cursor = cursors.at(-1);
  const query = useQuery({
    queryKey: [...queryKey, { cursor }],
    queryFn: () => read({ limit: PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) }),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) return <RowsSkeleton />;
  if (query.isError) return <ProblemShown error={query.error} again={() => void query.refetch()} />;
  const { data, nextCursor } = query.data;
  if (data.length === 0 && cursors.length === 0) return empty;
  return (
    <div aria-busy={query.isPlaceholderData}>
      <Rows label={label} rows={data} columns={columns} rowKey={rowKey} linkOf={linkOf} />
      {(cursors.length > 0 || nextCursor !== null) && (
        <Group component="nav" justify="space-between" p="sm" aria-label={t('frame.pagesOf', { list: label })}>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="left" size={14} />}
            disabled={cursors.length === 0}
            onClick={() => setPlace({ name, cursors: cursors.slice(0, -1) })}
          >
            {t('frame.previous')}
          </Button>
          <Button
            variant="default"
            size="xs"
            rightSection={<Icon name="right" size={14} />}
            disabled={nextCursor === null || query.isPlaceholderData}
            onClick={() => nextCursor !== null && setPlace({ name, cursors: [...cursors, nextCursor] })}
          >
            {t('frame.next')}
          </Button>
        </Group>
      )}
    </div>
  );
}

type RowsProps<Row> = Pick<Props<Row>, 'label' | 'columns' | 'rowKey' | 'linkOf'> & { rows: readonly Row[] };

/** The rows without paging. ARIA roles are explicit, because the card layout on phones drops the table's own. */
export function Rows<Row>({ label, rows, columns, rowKey, linkOf }: RowsProps<Row>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, numeric, actions }) => (
              <th key={head} role="columnheader" scope="col" data-numeric={numeric ?? actions}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" data-leads={linkOf !== undefined}>
              {columns.map(({ head, cell, numeric, actions, wideOnly }, index) => (
                <td
                  key={head}
                  role="cell"
                  data-label={head}
                  data-numeric={numeric ?? actions}
                  data-wide-only={wideOnly}
                >
                  {index === 0 && linkOf !== undefined ? (
                    <Link to={linkOf(row)} className={classes.lead}>
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
