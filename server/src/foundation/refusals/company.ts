// Every expected "no" of the portal about a company's verification, keys and live updates.

type Status = 400 | 403 | 404 | 409 | 429;

/** Code, status, what to do next, and the message for people. */
export const companyRefusals = {
  verification_submitted: [409, 'never', 'The verification was submitted and cannot change until it is decided.'],
  verification_approved: [409, 'never', 'The company is already verified, so there is nothing to change.'],
  verification_unchanged: [
    409,
    'never',
    'The verification was rejected as it is. Fix the problem first, then submit it again.',
  ],
  verification_incomplete: [400, 'never', 'Something is still missing, so it cannot be submitted yet.'],
  document_refused: [400, 'never', 'The file must be a PDF, PNG or JPEG.'],
  document_not_found: [404, 'never', 'There is no such document.'],
  document_limit: [429, 'never', 'Too many documents were uploaded in 24 hours. Wait as long as Retry-After says.'],
  uploads_under_way: [
    429,
    'never',
    'Six of your uploads are still in progress. Wait for one to finish, then try again.',
  ],
  key_not_found: [404, 'never', 'This company has no such key, or it is already revoked.'],
  key_not_active: [409, 'never', 'The key is no longer active, so it cannot be rotated. Create a new one.'],
  key_replaced: [409, 'never', 'The key was already rotated. Rotate its successor.'],
  key_beyond_role: [403, 'never', 'A key cannot have more permissions than your role. Ask an owner to create it.'],
  key_limit: [409, 'never', 'A company has at most 100 keys in an environment. Revoke one first.'],
  import_not_found: [404, 'never', 'There is no such import.'],
  import_invalid: [400, 'never', 'The file cannot be read. Save it as CSV, with the columns of the template.'],
  row_malformed: [400, 'never', 'The row does not match the columns of the file. Put text with a comma in quotes.'],
  name_too_long: [400, 'never', 'The name of a card has at most 200 characters.'],
  holder_ambiguous: [400, 'never', 'Several cardholders match. Give the ID of the cardholder.'],
  card_ambiguous: [400, 'never', 'Several cards end in these digits. Add the cardholder, or give the ID of the card.'],
  live_limit: [429, 'never', 'Too many windows with live updates are open. Close one.'],
} as const satisfies Record<string, readonly [Status, 'never', string]>;
