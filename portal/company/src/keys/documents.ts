// Addresses for developers outside these pages: the documentation site, or the reference of the API itself.
import type { Me } from '../../../shared/portal-api.ts';

type Documents = {
  reference: string | undefined;
  /** The documentation site only. */
  quickstart: string | undefined;
  guides: string | undefined;
};

/** The addresses that this deployment has. Without a documentation site, the API serves its reference at /docs. */
export function documentsOf(me: Pick<Me, 'apiUrl' | 'docsUrl'> | undefined): Documents {
  const docs = me?.docsUrl?.replace(/\/+$/, '');
  const api = me?.apiUrl?.replace(/\/+$/, '');
  if (docs === undefined) {
    return { reference: api === undefined ? undefined : `${api}/docs`, quickstart: undefined, guides: undefined };
  }
  return { reference: `${docs}/api/`, quickstart: `${docs}/quickstart/`, guides: `${docs}/guides/issue/` };
}
