// The rows of an import, each with its operation or its refusal.
import { Anchor, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import type { ImportedRow, ImportProgress } from '../../../shared/portal-api.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { cardWords } from '../cards/card.ts';
import { type Named, withNames } from '../cards/names.ts';
import { type PageScope, useScope } from '../session.ts';
import { maybe, t } from '../words/t.ts';
import classes from './imports.module.css';
import '../words/imports.ts';

type Row = ImportedRow & Named;

/** The rows, in the order of the file. */
export function ImportRows({ shown }: { shown: ImportProgress }) {
  const scope = useScope();
  const { api, key, path } = scope;
  const queries = useQueryClient();
  const [onlyRefused, setOnlyRefused] = useState(false);
  const { id } = shown;
  const listed = key('imports', id, 'rows');
  // Whatever changes a row changes a count.
  const counts = JSON.stringify(shown);
  const listedKey = JSON.stringify(listed);
  useEffect(() => {
    if (counts !== '') void queries.invalidateQueries({ queryKey: JSON.parse(listedKey) as unknown[] });
  }, [queries, counts, listedKey]);
  return (
    <Section
      title={t('imports.rows')}
      actions={
        (shown.refused > 0 || onlyRefused) && (
          <Checkbox
            label={t('imports.onlyRefused')}
            checked={onlyRefused}
            onChange={({ currentTarget: { checked } }) => setOnlyRefused(checked)}
          />
        )
      }
    >
      <List
        label={t('imports.rows')}
        queryKey={[...listed, { onlyRefused }]}
        read={({ cursor }) => readRows(api, { id, onlyRefused, cursor })}
        columns={columnsOf(path)}
        rowKey={({ number }) => String(number)}
        empty={
          <Empty icon="check" title={t('imports.noRefused')}>
            {t('imports.noRefusedWhy')}
          </Empty>
        }
      />
    </Section>
  );
}

type Asked = { id: string; onlyRefused: boolean; cursor: string | undefined };

/** A page of rows with the names of their cards and cardholders. The number of the last row is the cursor. */
async function readRows(api: PageScope['api'], { id, onlyRefused, cursor }: Asked) {
  const query = { refused: onlyRefused, ...(cursor === undefined ? {} : { after: Number(cursor) }) };
  const { data, next } = await answer(api.GET('/portal/v1/imports/{id}/rows', { params: { path: { id }, query } }));
  return withNames(api, { data, nextCursor: next === null ? null : String(next) });
}

const columnsOf = (path: PageScope['path']): readonly Column<Row>[] => [
  { head: t('imports.row'), cell: (row) => <Identity row={row} path={path} /> },
  { head: t('imports.result'), cell: (row) => <Result {...row} />, plain: true },
  { head: t('imports.amount'), cell: ({ amount }) => <Money amount={amount} />, numeric: true, wideOnly: true },
  { head: t('imports.fee'), cell: ({ fee }) => <Money amount={fee} />, numeric: true, wideOnly: true },
  { head: t('imports.total'), cell: ({ total }) => <Money amount={total} />, numeric: true },
];

/** The row's number and what it names; a link to its operation once it is ordered. */
function Identity({ row, path }: { row: Row; path: PageScope['path'] }) {
  const { number, card, holder, name, operation } = row;
  const words = [card === undefined ? name : cardWords(card), holder?.name].filter(Boolean).join(', ') || '–';
  return (
    <span className={classes.named}>
      <span className={classes.number}>{t('imports.number', { number })}</span>
      {operation === null ? (
        <span className={classes.words}>{words}</span>
      ) : (
        <Anchor component={Link} to={path(`operations/${operation.id}`)} size="sm" className={classes.words}>
          {words}
        </Anchor>
      )}
    </span>
  );
}

function Result({ operation, reason }: Row) {
  if (operation !== null) return <Status state={operation.status} />;
  if (reason === null) return <Status state="waiting" />;
  return (
    <div className={classes.result}>
      <Status state="refused" />
      <span className={classes.reason}>{maybe(`refusals.${reason.code}`) ?? reason.message}</span>
    </div>
  );
}
