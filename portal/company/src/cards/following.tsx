// The progress of an action, on the page of its card.
import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Notice } from '../../../shared/states/problem.tsx';
import { failureWords, type Operation } from '../operations/operation.ts';
import { useOperation } from '../operations/query.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/cards.ts';
import '../words/operations.ts';

/** What became of an action that was begun on this page; announced as it changes. */
export function Following({ id }: { id: string }) {
  const { company, environment, path } = useScope();
  const queries = useQueryClient();
  const operation = useOperation(id).data;
  const status = operation?.status;
  useEffect(() => {
    // The live feed does the same, but may be down.
    if (status === 'completed') void queries.invalidateQueries({ queryKey: [company, environment, 'cards'] });
  }, [company, environment, queries, status]);
  return (
    <div role="status">
      {operation !== undefined && (
        <Notice kind={status === 'failed' || status === 'manual_review' ? 'warning' : 'info'}>
          {wordsFor(operation)}{' '}
          <Anchor component={Link} to={path(`operations/${id}`)} inherit c="inherit">
            {t('cards.seeOperation')}
          </Anchor>
        </Notice>
      )}
    </div>
  );
}

function wordsFor(operation: Operation): string {
  switch (operation.status) {
    case 'queued':
    case 'processing':
      return t('cards.underWay', { action: t(`operations.type.${operation.type}`) });
    case 'completed':
      return t('cards.done', { action: t(`operations.completed.${operation.type}`) });
    case 'failed':
      return t('cards.actionFailed', { reason: failureWords(operation) });
    case 'manual_review':
      return t('cards.actionReview');
  }
}
