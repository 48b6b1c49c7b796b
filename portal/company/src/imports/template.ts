// The file to start from.
import { saveFile } from '../../../shared/save-file.ts';
import type { ImportType } from './import.ts';

/** Spreadsheets read UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** The headings, and a row that shows what they mean. Nobody has this cardholder or card, so the row is refused. */
const records = {
  issue: ['cardholder,name,amount', 'name@company.example,Travel,250.00'],
  topup: ['card,cardholder,amount', '0000,name@company.example,100.00'],
} as const satisfies Record<ImportType, readonly string[]>;

/** Lets the browser save the template. */
export const saveTemplate = (type: ImportType): void =>
  saveFile(
    new Blob([BYTE_ORDER_MARK, records[type].join('\r\n'), '\r\n'], { type: 'text/csv' }),
    type === 'issue' ? 'cards-to-issue.csv' : 'cards-to-top-up.csv',
  );
