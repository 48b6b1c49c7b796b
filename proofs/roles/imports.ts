// The rows of the table of permissions about imports of many orders.
import { ofBooks, own, type Row } from './row.ts';

const ofImports = {
  method: 'POST',
  environment: true,
  beforeApproval: false,
  whileSuspended: false,
  roles: { sandbox: ['owner', 'finance', 'developer'], live: ['owner', 'finance'] },
  refusalInLive: '403 live_unavailable',
} as const;
const file = { type: 'issue', productId: 'none', file: 'cardholder,amount\r\nnobody,50.00' };
const noImport = { target: 'operations', missing: '404 import_not_found', success: '404 import_not_found' } as const;

/** The endpoints of imports. */
export const importRows: readonly Row[] = [
  { ...ofBooks, path: '/portal/v1/imports', success: '200' },
  ...['', '/rows'].map((end): Row => ({ ...ofBooks, ...noImport, path: `/portal/v1/imports/{id}${end}` })),
  { ...own, ...ofImports, path: '/portal/v1/imports/preview', success: '200', body: () => file },
  {
    ...own,
    ...ofImports,
    path: '/portal/v1/imports',
    headers: { 'idempotency-key': 'made by a proof' },
    success: '409 quote_changed',
    body: () => ({ ...file, expectedTotal: '53.10', digest: 'none' }),
  },
  ...['run', 'retry'].map(
    (verb): Row => ({ ...own, ...ofImports, ...noImport, path: `/portal/v1/imports/{id}/${verb}` }),
  ),
];
