// Process: brings the database of a deployment up to date, before its other processes are started.
//   CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host/cardwright npm run migrate
import { install } from './install.ts';

const url = process.env['CARDWRIGHT_OWNER_DATABASE_URL'];
if (url === undefined || url === '') {
  console.error('Set CARDWRIGHT_OWNER_DATABASE_URL, for example: postgres://cardwright_owner:…@host:5432/cardwright');
  process.exit(1);
}
await install(url);
console.log('The database is up to date.');
