// Labels for companies; unknown values keep their own name.
import { maybe } from '../words/t.ts';

/** Individual or corporate. */
export const kindOfCompany = (kind: string): string => maybe(`deskCompanies.kind.${kind}`) ?? kind;
