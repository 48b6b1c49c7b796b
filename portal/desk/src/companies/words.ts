// Words for companies; what the catalogue does not know keeps its own name.
import { maybe } from '../words/t.ts';

/** Individual or corporate. */
export const kindOfCompany = (kind: string): string => maybe(`deskCompanies.kind.${kind}`) ?? kind;
