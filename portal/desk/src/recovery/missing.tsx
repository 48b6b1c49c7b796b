// What is missing: exported audit entries, and lost ledger entries by company.
import { Text } from '@mantine/core';
import type { Recovery } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Named } from '../frame/named.tsx';
import { actionWord } from '../proposals/words.ts';
import { t } from '../words/t.ts';
import classes from './recovery.module.css';

type Entry = Recovery['missing'][number];
type Book = Recovery['books'][number];

const entryColumns: readonly Column<Entry>[] = [
  { head: t('deskRecovery.action'), cell: ({ action }) => <strong>{actionWord(action)}</strong> },
  { head: t('deskRecovery.subject'), cell: ({ subject }) => (subject === '' ? '–' : <Named id={subject} />) },
  { head: t('deskRecovery.at'), cell: ({ at }) => <Time at={at} as="full" /> },
  {
    head: t('deskRecovery.number'),
    numeric: true,
    cell: ({ number }) => <span className="figures">{String(number)}</span>,
  },
];

/** The exported audit entries that are not in the log. */
export function MissingEntries({ recovery: { missing, lost } }: { recovery: Recovery }) {
  if (missing.length === 0)
    return (
      <Section title={t('deskRecovery.missing')}>
        <Empty icon="check" title={t('deskRecovery.noneMissing')}>
          {t('deskRecovery.noneMissingWhy')}
        </Empty>
      </Section>
    );
  return (
    <Section title={t('deskRecovery.missing')}>
      <First shown={missing.length} count={lost.auditEntries} />
      <Rows
        label={t('deskRecovery.missing')}
        rows={missing}
        columns={entryColumns}
        rowKey={({ number }) => String(number)}
      />
    </Section>
  );
}

const bookColumns: readonly Column<Book>[] = [
  {
    head: t('deskRecovery.company'),
    cell: ({ company }) => <Named id={company} />,
  },
  {
    head: t('frame.environment'),
    cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    plain: true,
  },
  {
    head: t('deskRecovery.lastLeft'),
    numeric: true,
    cell: ({ after }) => <span className="figures">{String(after)}</span>,
  },
  { head: t('deskRecovery.lost'), numeric: true, cell: ({ lost }) => <span className="figures">{String(lost)}</span> },
];

/** The books that lost entries. */
export function LostBooks({ recovery: { books } }: { recovery: Recovery }) {
  if (books.length === 0) return null;
  return (
    <Section title={t('deskRecovery.books')}>
      <Rows
        label={t('deskRecovery.books')}
        rows={books}
        columns={bookColumns}
        rowKey={({ company, environment }) => `${company} ${environment}`}
      />
    </Section>
  );
}

/** The server cuts the list off; the count is whole. */
function First({ shown, count }: { shown: number; count: number }) {
  if (count <= shown) return null;
  return (
    <Text size="sm" c="dimmed" className={classes.more}>
      {t('deskRecovery.first', { shown, count })}
    </Text>
  );
}
