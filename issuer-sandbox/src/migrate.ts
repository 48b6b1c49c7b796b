// Process: brings the issuer's schema in a deployment's database up to date, after the deployment's own.
//   CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host/cardwright node issuer-sandbox/src/migrate.ts
import { readSettings } from '@cardwright/server/foundation/configuration/read.ts';
import { orExplain } from '@cardwright/server/foundation/process.ts';
import { installIssuer } from './install.ts';

const { CARDWRIGHT_OWNER_DATABASE_URL } = orExplain(() => readSettings('migrate'));
await installIssuer(CARDWRIGHT_OWNER_DATABASE_URL);
console.log('The issuer’s schema is up to date.');
