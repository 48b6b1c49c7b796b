// The pages of a reveal: one with a card's number, one that says it is gone. Digits are all that is inserted into them.
import type { CardDetails } from './card-numbers.ts';

/** The style of both pages. The policy of a page names it by its digest. */
export const pageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0; }
dt { opacity: 0.7; }
dd { margin: 0; font-variant-numeric: tabular-nums; user-select: all; }
p { margin: 0; }
`;

/** The page with a card's number. */
export const pageText = ({ number, expiry, code }: CardDetails): string =>
  page(
    'Card details',
    `<dl>
<dt>Card number</dt><dd>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</dd>
<dt>Expires</dt><dd>${expiry}</dd>
<dt>Security code</dt><dd>${code}</dd>
</dl>`,
  );

const page = (title: string, content: string): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${pageStyle}</style></head>
<body>${content}</body>
</html>
`;

/** The page of an address that was opened before, has expired or never existed: nobody can tell which. */
export const goneText = page('Expired', '<p>This page was already opened or has expired. Ask for a new one.</p>');
