// The first request with a new key. It never holds the key itself: a command stays in the history of a terminal.

import { Snippet } from '../reference/snippet.tsx';
import { t } from '../words/t.ts';

/** The command that shows what a key may do. */
export function TryIt() {
  return <Snippet name={t('keys.tryIt')} text={'curl "$API/api/v1/capabilities" -H "Authorization: Bearer $KEY"'} />;
}
