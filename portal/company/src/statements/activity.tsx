// The activity of a statement, newest first: one row for each operation or deposit, which opens to its ledger entries.
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Icon } from '../../../shared/icons.tsx';
import { isZero, Money } from '../../../shared/money.tsx';
import type { StatementActivity } from '../../../shared/portal-api.ts';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import classes from './activity.module.css';
import { Change, Entries } from './entries.tsx';
import '../words/statements.ts';

type Row = StatementActivity['data'][number];

const COLUMNS = 5;

/** The rows. ARIA roles are explicit, because the layout on phones drops the table's own. */
export function Activity({ rows }: { rows: readonly Row[] }) {
  return (
    <table className={classes.table} role="table" aria-label={t('statements.activity')}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t('statements.activity')}
          </th>
          <th role="columnheader" scope="col">
            {t('statements.when')}
          </th>
          <th role="columnheader" scope="col">
            {t('statements.status')}
          </th>
          <th role="columnheader" scope="col" className={classes.numeric}>
            {t('statements.amount')}
          </th>
          <th role="columnheader" scope="col" className={classes.numeric}>
            {t('statements.balance')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <ActivityRow key={row.reference} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function ActivityRow({ row }: { row: Row }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <tr role="row" className={classes.row} data-open={isOpen}>
        <td role="cell" className={classes.what}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={14} />
            <span>
              <span className={classes.title}>{t(`statements.type.${row.type}`)}</span>{' '}
              {row.detail !== '' && <span className={classes.detail}>{row.detail}</span>}
            </span>
          </button>
        </td>
        <td role="cell" className={classes.when}>
          <Time at={row.at} as="full" />
        </td>
        <td role="cell" className={classes.status}>
          <Status state={row.status} />
        </td>
        <td role="cell" className={`${classes.amount} ${classes.numeric}`}>
          {row.status === 'on_hold' && isZero(row.amount) ? (
            <span className={classes.held}>
              <Money amount={row.held} />
            </span>
          ) : (
            <Change amount={row.amount} />
          )}
        </td>
        <td role="cell" className={`${classes.balance} ${classes.numeric}`}>
          <Money amount={row.balance} />
        </td>
      </tr>
      {isOpen && (
        <tr role="row" className={classes.more} id={id}>
          <td role="cell" colSpan={COLUMNS}>
            <More row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The link to the cause of a row, its fee, and its entries. */
function More({ row: { reference, fee, entries } }: { row: Row }) {
  const { path } = useScope();
  const cause = reference.startsWith('inv_')
    ? { page: 'fund', words: t('statements.openInvoice') }
    : { page: 'operations', words: t('statements.openOperation') };
  const leads = /^(inv|op)_/.test(reference) && hasPage(`${cause.page}/$id`);
  return (
    <div className={classes.entries}>
      <Group gap="lg" px="lg" pt="sm">
        {leads && (
          <Anchor component={Link} to={path(`${cause.page}/${reference}`)} size="sm">
            {cause.words}
          </Anchor>
        )}
        {!isZero(fee) && (
          <Text size="sm" c="dimmed">
            {t('statements.fee')} <Money amount={fee} />
          </Text>
        )}
      </Group>
      <Entries entries={entries} />
    </div>
  );
}
