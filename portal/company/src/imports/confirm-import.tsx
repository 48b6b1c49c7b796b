// The one confirmation of an import, with count, total and environment.
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { moneyText } from '../../../shared/money.tsx';
import type { Environment, ImportPreview } from '../../../shared/portal-api.ts';
import { Problem } from '../../../shared/problem.ts';
import { useWrite } from '../../../shared/queries.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { ImportType } from './import.ts';
import { STARTED } from './running.ts';
import '../words/imports.ts';

/** What was previewed, as it is sent again. */
export type Given = { type: ImportType; file: string; productId?: string };

type Props = {
  opened: boolean;
  onClose: () => void;
  given: Given;
  preview: ImportPreview;
  environment: Environment;
  /** The rows or their prices are not those of the preview any more. */
  onChanged: () => void;
};

/** Asks once for all rows. The server stores exactly what was shown, or refuses. */
export function ConfirmImport({ opened, onClose, given, preview, environment, onChanged }: Props) {
  const { api, key, path } = useScope();
  const navigate = useNavigate();
  // Stays true after success: until the import's page is open, another click must not confirm again.
  const sent = useRef(false);
  const confirm = useWrite({
    keyed: true,
    write: (body: Given & { expectedTotal: string; digest: string }, intent) =>
      answer(api.POST('/portal/v1/imports', { params: { header: { 'idempotency-key': intent } }, body })),
    changes: [key('imports', 'list')],
    onDone: ({ id }) => void navigate({ to: path(`imports/${id}`), state: STARTED }),
  });
  const { allowed, rows } = preview;
  const { type } = given;
  const refused = rows.length - allowed.rows;
  return (
    <Confirm
      opened={opened}
      onClose={() => {
        if (sent.current) return;
        confirm.reset(); // keeps the key: if the answer was lost, the next try leads to the same import
        onClose();
      }}
      title={t(`imports.confirm.${type}`)}
      environment={environment}
      total={allowed.total}
      action={t(`imports.action.${type}`)}
      pending={confirm.isPending || confirm.isSuccess}
      error={confirm.error}
      onConfirm={() => {
        if (sent.current) return;
        sent.current = true;
        confirm.mutate(
          { ...given, expectedTotal: allowed.total, digest: allowed.digest },
          {
            onError: (error) => {
              sent.current = false;
              if (error instanceof Problem && error.code === 'quote_changed') onChanged();
            },
          },
        );
      }}
    >
      {t(`imports.confirmWhy.${type}`, {
        count: allowed.rows,
        amount: `$${moneyText(allowed.amount)}`,
        fee: `$${moneyText(allowed.fee)}`,
      })}
      {refused > 0 && ` ${t('imports.confirmLeftOut', { count: refused })}`}
    </Confirm>
  );
}
