// Keeps the focus in the page. What has it may vanish by what it did: the dialog that it closed, the part of the page
// that it ended. The browser then puts the focus nowhere, and whoever works with the keyboard would not know where.

/** Whoever moves the focus on purpose does so within this time, and knows better. */
const OTHERS_FIRST_MS = 50;

/** Something that had the focus, and the dialog that it stood in. */
type Place = { element: HTMLElement; dialog: Element | null };

/** From where each dialog was opened. */
const origins = new WeakMap<Element, Place>();

let held: Place | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to watch over the focus, once for a page. */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) moveTo({ element: target, dialog: target.closest('[role=dialog]') });
  });
  new MutationObserver(() => {
    if (held === undefined || held.element.isConnected || timer !== undefined) return;
    timer = setTimeout(findAgain, OTHERS_FIRST_MS);
  }).observe(document.body, { childList: true, subtree: true });
}

function moveTo(place: Place): void {
  if (held !== undefined && place.dialog !== null && place.dialog !== held.dialog && !origins.has(place.dialog))
    origins.set(place.dialog, held);
  held = place;
}

function findAgain(): void {
  timer = undefined;
  if (document.activeElement === document.body && held?.element.isConnected === false) returnTo(held);
}

/** To the place itself; else into its dialog; else to where that was opened from; else to the title of the page. */
function returnTo({ element, dialog }: Place): void {
  if (takes(element)) return;
  if (dialog?.isConnected === true && takes(firstOf(dialog))) return;
  const origin = dialog === null ? undefined : origins.get(dialog);
  if (origin !== undefined) return returnTo(origin);
  if (!takes(document.querySelector('main h1'))) takes(document.querySelector('main'));
}

/** The same that has the focus when a dialog opens. */
const firstOf = (dialog: Element) =>
  dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('input, button, a[href]');

function takes(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && document.activeElement === element;
}
