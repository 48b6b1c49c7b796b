// Number, expiry and security code of a card, on a page of the issuer. They never pass through our servers or scripts.
import { Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { aheadOf } from '../../../shared/server-clock.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { useSecondFactorFirst } from '../security/second-factor-first.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Card } from './card.ts';
import classes from './cards.module.css';
import '../words/cards.ts';

type Props = { card: Card; opened: boolean; onClose: () => void };

/** The dialog that asks for the issuer's page and shows it until it expires or the dialog is closed. */
export function Reveal({ card, opened, onClose }: Props) {
  const first = useSecondFactorFirst();
  return (
    <Modal opened={opened} onClose={onClose} title={t('cards.reveal')}>
      {first ?? (opened && <Asked card={card} onClose={onClose} />)}
    </Modal>
  );
}

/** The page works once, so its address lives no longer than this dialog. */
function Asked({ card: { id, name, last4 }, onClose }: Omit<Props, 'opened'>) {
  const { api } = useScope();
  const [expired, setExpired] = useState(false);
  const ask = useWrite({
    secret: true,
    write: async () => {
      const asked = await api.POST('/api/v1/cards/{id}/reveal', { params: { path: { id } }, body: {} });
      const { url, expiresAt } = await answer(Promise.resolve(asked));
      return { url, lastsMs: Date.parse(expiresAt) - Date.now() - aheadOf(asked.response) };
    },
    onDone: () => setExpired(false),
  });
  const page = expired ? undefined : ask.data;
  useEffect(() => {
    if (page === undefined) return undefined;
    const timer = setTimeout(() => setExpired(true), page.lastsMs);
    return () => clearTimeout(timer);
  }, [page]);
  if (page !== undefined)
    return (
      <>
        <iframe
          className={classes.reveal}
          src={page.url}
          title={t('cards.revealFrame', { name, last4 })}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts"
        />
        <Text size="sm" c="dimmed" mt="sm">
          {t('cards.revealOnce')}
        </Text>
      </>
    );
  return (
    <Form
      submit={expired ? t('cards.revealAgain') : t('cards.revealAction')}
      pending={ask.isPending}
      error={ask.error}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!ask.isPending) ask.mutate();
      }}
    >
      {expired && (
        <div role="status">
          <Notice>{t('cards.revealExpired')}</Notice>
        </div>
      )}
      <Text size="sm">{t('cards.revealWhy', { name, last4 })}</Text>
    </Form>
  );
}
