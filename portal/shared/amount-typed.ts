// Separators of an amount while it is typed. The amount itself never has one.

/** Digits with a comma between thousands. */
export const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');

/** The amount with separators, or the text as it is when it is no amount yet. */
export const withSeparators = (amount: string): string =>
  /^\d+(\.\d*)?$/.test(amount) ? amount.replace(/^\d+/, grouped) : amount;

/**
 * The amount of a changed field. A comma that a person typed or pasted stays unless it separates thousands: 12,50 must
 * not become 1250. After a paste every comma may be theirs.
 */
export function withoutSeparators(text: string, before: string, isPasted = false): string {
  const typed = text.replace(/^\s*\$?\s*/, '');
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed.trimEnd());
  const areTheirs = isPasted || before.includes(',') || !isOneKey(typed, withSeparators(before));
  return isGrouped || !areTheirs ? typed.replaceAll(',', '') : typed;
}

/** Whether one key makes this text of what was shown: it deletes some, and adds one character at most, no comma. */
function isOneKey(text: string, shown: string): boolean {
  let from = 0;
  while (from < text.length && text[from] === shown[from]) from += 1;
  return shown.slice(from).endsWith(text.slice(from).replace(/^[^,]/, ''));
}

type Field = Pick<HTMLInputElement, 'value' | 'selectionStart'>;

/** The place of the caret once the field shows this text: behind the same digit. */
export function caretAfter({ value, selectionStart }: Field, shown: string): number {
  const behind = value.length - (selectionStart ?? value.length);
  const digitsBehind = value.slice(value.length - behind).replaceAll(',', '').length;
  let place = shown.length;
  for (let left = digitsBehind; left > 0 && place > 0; place -= 1) if (shown[place - 1] !== ',') left -= 1;
  return place;
}
