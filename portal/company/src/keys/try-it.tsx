// The first request with a new key. It leaves the key out, because shells keep a history.

import { Snippet } from '../../../shared/snippet.tsx';
import { t } from '../words/t.ts';
import '../words/keys.ts';

/** The command that shows a key's permissions. */
export function TryIt() {
  return <Snippet name={t('keys.tryIt')} text={'curl "$API/api/v1/capabilities" -H "Authorization: Bearer $KEY"'} />;
}
