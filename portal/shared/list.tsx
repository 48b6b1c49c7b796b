// A list with server-side paging: a table on wide screens, two lines to a row on phones, forward and back by cursor.
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
  /** A small button behind the figures. Its head is for screen readers only; phones show the last figure beside it. */
  bare?: boolean;
  /** Takes the width that the others leave. */
  grows?: boolean;
  /** Hidden on phones. */
  wideOnly?: boolean;
  /** Speaks for itself: phones show it without its head. */
  plain?: boolean;
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
  /** Opens the row in place, if no page shows it. */
  onOpen?: (row: Row) => void;
  /** Draws the rows of a page in place of the table. */
  draw?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  /** Rows per page; fewer where a page has several lists. */
  pageRows?: number;
};

/** A paged list. */
export function List<Row>({
  label,
  queryKey,
  read,
  columns,
  rowKey,
  linkOf,
  onOpen,
  draw,
  empty,
  ...rest
}: Props<Row>) {
  const { pageRows = PAGE_ROWS } = rest;
  const pages = usePages(JSON.stringify(queryKey));
  const { cursor } = pages;
  const query = useQuery({
    queryKey: [...queryKey, { cursor }],
    queryFn: () => read({ limit: pageRows, ...(cursor === undefined ? {} : { cursor }) }),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) return <RowsSkeleton />;
  if (query.isError) return <ProblemShown error={query.error} again={() => void query.refetch()} />;
  const { data, nextCursor } = query.data;
  // Rows stay until the next ones come; that there are none says nothing about another filter.
  if (data.length === 0 && pages.isFirst) return query.isPlaceholderData ? <RowsSkeleton /> : empty;
  return (
    <div aria-busy={query.isPlaceholderData}>
      {draw?.(data) ?? (
        <Rows label={label} rows={data} columns={columns} rowKey={rowKey} linkOf={linkOf} onOpen={onOpen} />
      )}
      <PageButtons label={label} pages={pages} nextCursor={nextCursor} isComing={query.isPlaceholderData} />
    </div>
  );
}

/** The position in a list, by cursor. Another name begins at the first page. */
export function usePages(name: string) {
  const [place, setPlace] = useState<{ name: string; cursors: string[] }>({ name, cursors: [] });
  const cursors = place.name === name ? place.cursors : [];
  return {
    cursor: cursors.at(-1),
    isFirst: cursors.length === 0,
    back: () => setPlace({ name, cursors: cursors.slice(0, -1) }),
    goTo: (cursor: string) => setPlace({ name, cursors: [...cursors, cursor] }),
  };
}

type PageButtonsProps = {
  label: string;
  pages: ReturnType<typeof usePages>;
  nextCursor: string | null;
  isComing: boolean;
};

/** Forward and back; nothing for a list of one page. */
export function PageButtons({ label, pages, nextCursor, isComing }: PageButtonsProps) {
  if (pages.isFirst && nextCursor === null) return null;
  return (
    <Group component="nav" justify="space-between" p="sm" aria-label={t('frame.pagesOf', { list: label })}>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="left" size={14} />}
        disabled={pages.isFirst}
        onClick={pages.back}
      >
        {t('frame.previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<Icon name="right" size={14} />}
        disabled={nextCursor === null || isComing}
        onClick={() => nextCursor !== null && pages.goTo(nextCursor)}
      >
        {t('frame.next')}
      </Button>
    </Group>
  );
}

type RowsProps<Row> = Pick<Props<Row>, 'label' | 'columns' | 'rowKey' | 'linkOf' | 'onOpen'> & { rows: readonly Row[] };

/** The rows without paging. ARIA roles are explicit, because the card layout on phones drops the table's own. */
export function Rows<Row>({ label, rows, columns, rowKey, linkOf, onOpen }: RowsProps<Row>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, numeric, actions, grows, bare }) => (
              <th key={head} role="columnheader" scope="col" data-numeric={numeric ?? actions} data-grows={grows}>
                {bare === true ? <span className="hidden-name">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" data-leads={linkOf !== undefined || onOpen !== undefined}>
              {columns.map(({ head, cell, numeric, actions, wideOnly, plain, bare }, index) => (
                <td
                  key={head}
                  role="cell"
                  data-label={head}
                  data-numeric={numeric ?? actions}
                  data-wide-only={wideOnly}
                  data-plain={plain}
                  data-bare={bare}
                >
                  {index === 0 ? <Lead {...{ row, linkOf, onOpen }}>{cell(row)}</Lead> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type LeadProps<Row> = Pick<Props<Row>, 'linkOf' | 'onOpen'> & { row: Row; children: ReactNode };

/** The first cell: it leads to the page of the row, or opens it in place. */
function Lead<Row>({ row, linkOf, onOpen, children }: LeadProps<Row>) {
  if (linkOf !== undefined)
    return (
      <Link to={linkOf(row)} className={classes.lead}>
        {children}
      </Link>
    );
  if (onOpen === undefined) return children;
  return (
    <button type="button" className={classes.lead} onClick={() => onOpen(row)}>
      {children}
    </button>
  );
}
