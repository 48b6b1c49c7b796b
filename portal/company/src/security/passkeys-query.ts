// The person's passkeys, and whether they have an authenticator app.
import { answer, apiOf } from '../../../shared/client.ts';
import type { PasskeyList } from '../../../shared/portal-api.ts';

/** The query for the second factors of the signed-in person. */
export const passkeysQuery = {
  queryKey: ['passkeys'],
  queryFn: (): Promise<PasskeyList> => answer(apiOf().GET('/portal/v1/passkeys')),
} as const;
