// Process: brings the issuer's schema in a deployment's database up to date, after the deployment's own.
//   CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host/cardwright node issuer-sandbox/src/migrate.ts
import { installIssuer } from './install.ts';

const url = process.env['CARDWRIGHT_OWNER_DATABASE_URL'];
if (url === undefined || url === '') {
  console.error('Set CARDWRIGHT_OWNER_DATABASE_URL, for example: postgres://cardwright_owner:…@host:5432/cardwright');
  process.exit(1);
}
await installIssuer(url);
console.log('The issuer’s schema is up to date.');
