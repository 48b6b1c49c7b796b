// Moves the focus to a field or a document of the form.

/** Focuses the element with this id, else its first invalid field, else its first field or button. */
export function focusField(id: string): void {
  const place = document.getElementById(id);
  const inside = (what: string) => place?.querySelector<HTMLElement>(what) ?? undefined;
  const isField = place?.matches('input, textarea') === true;
  const field = isField ? place : (inside('[aria-invalid="true"]') ?? inside('input:not([type="file"]), button'));
  field?.focus({ preventScroll: true });
  (field ?? place)?.scrollIntoView({ block: 'center' });
}
