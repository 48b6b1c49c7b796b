// Every row of a file, with its price or its refusals, and what all of them cost.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { type Column, PageButtons, Rows, usePages } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import type { ImportPreview } from '../../../shared/portal-api.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { Status } from '../../../shared/status.tsx';
import { cardWords } from '../cards/card.ts';
import { Facts } from '../orders/facts.tsx';
import { useScope } from '../session.ts';
import { maybe, t } from '../words/t.ts';
import type { ImportType } from './import.ts';
import classes from './imports.module.css';
import '../words/imports.ts';

type Row = ImportPreview['rows'][number];

/** Rows on one page: about two screens. */
const SHOWN = 25;

type Props = { type: ImportType; preview: ImportPreview; onContinue: () => void };

/** The preview, and the way on. */
export function PreviewShown({ type, preview, onContinue }: Props) {
  const { rows, allowed } = preview;
  const refused = rows.filter(({ reasons }) => reasons.length > 0);
  const available = useAvailable();
  return (
    <Section title={t('imports.preview')}>
      <Stack gap="md" px="lg" pb="md">
        <Text size="sm" role="status">
          {t('imports.canOrder', { count: allowed.rows, rows: rows.length })}
        </Text>
        {refused.length > 0 && (
          <Notice kind="warning">{t(allowed.rows === 0 ? 'imports.noneCan' : 'imports.leftOut')}</Notice>
        )}
        <div className={classes.sum}>
          <Facts
            facts={[
              { name: t('imports.amount'), value: <Money amount={allowed.amount} /> },
              { name: t('imports.fee'), value: <Money amount={allowed.fee} /> },
              { name: t('imports.total'), value: <Money amount={allowed.total} />, strong: true },
              available === undefined
                ? undefined
                : { name: t('imports.available'), value: <Money amount={available} /> },
            ]}
          />
        </div>
        {allowed.rows > 0 && (
          <Group>
            <Button onClick={onContinue}>{t('imports.goOn')}</Button>
          </Group>
        )}
      </Stack>
      <AllRows type={type} rows={rows} refused={refused} />
    </Section>
  );
}

/** The available balance, kept current by the live feed. */
function useAvailable(): string | undefined {
  const { api, key } = useScope();
  return useQuery({ queryKey: key('balance'), queryFn: () => answer(api.GET('/api/v1/balance')) }).data?.available;
}

function AllRows({ type, rows, refused }: { type: ImportType; rows: readonly Row[]; refused: readonly Row[] }) {
  const [onlyRefused, setOnlyRefused] = useState(false);
  const listed = onlyRefused ? refused : rows;
  const pages = usePages(String(onlyRefused));
  const from = Number(pages.cursor ?? 0);
  const until = from + SHOWN;
  return (
    <>
      {refused.length > 0 && (
        <Checkbox
          px="lg"
          pb="sm"
          label={t('imports.onlyRefused')}
          checked={onlyRefused}
          onChange={({ currentTarget: { checked } }) => setOnlyRefused(checked)}
        />
      )}
      <Rows
        label={t('imports.rows')}
        rows={listed.slice(from, until)}
        columns={columnsOf[type]}
        rowKey={({ number }) => String(number)}
      />
      <PageButtons
        label={t('imports.rows')}
        pages={pages}
        nextCursor={until < listed.length ? String(until) : null}
        isComing={false}
      />
    </>
  );
}

const named = ({ number }: Row, words: string) => (
  <span className={classes.named}>
    <span className={classes.number}>{t('imports.number', { number })}</span>
    <span className={classes.words}>{words || '–'}</span>
  </span>
);

const money: readonly Column<Row>[] = [
  { head: t('imports.result'), cell: (row) => <Result {...row} />, plain: true },
  { head: t('imports.amount'), cell: ({ amount }) => <Cost amount={amount} />, numeric: true },
  { head: t('imports.fee'), cell: ({ fee }) => <Cost amount={fee} />, numeric: true, wideOnly: true },
  { head: t('imports.total'), cell: ({ total }) => <Cost amount={total} />, numeric: true },
];

const columnsOf: Record<ImportType, readonly Column<Row>[]> = {
  issue: [
    { head: t('imports.who'), cell: (row) => named(row, row.holderName || row.given) },
    { head: t('imports.card'), cell: ({ name }) => name || '–', plain: true },
    ...money,
  ],
  topup: [
    { head: t('imports.card'), cell: (row) => named(row, row.card === null ? row.given : cardWords(row.card)) },
    { head: t('imports.who'), cell: ({ holderName }) => holderName || '–', plain: true },
    ...money,
  ],
};

/** An amount; what is none is shown as it was written. */
function Cost({ amount }: { amount: string | null }) {
  if (amount === null || amount === '') return '–';
  return /^\d+\.\d\d$/.test(amount) ? <Money amount={amount} /> : amount;
}

function Result({ reasons }: Row) {
  if (reasons.length === 0) return <Status state="ready" />;
  return (
    <div className={classes.result}>
      <Status state="refused" />
      {reasons.map(({ code, message }) => (
        <span key={code} className={classes.reason}>
          {maybe(`refusals.${code}`) ?? message}
        </span>
      ))}
    </div>
  );
}
