// Keeps the focus in the page. The focused element may disappear, for example when its dialog closes. The browser then
// drops the focus, and keyboard users lose their place.

/** Other code may move the focus on purpose within this time, and takes precedence. */
const OTHERS_FIRST_MS = 50;

/** An element that had the focus, and its dialog. */
type Place = { element: HTMLElement; dialog: Element | null };

/** The opener of each dialog. */
const origins = new WeakMap<Element, Place>();

let held: Place | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts watching the focus; call once per page. */
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

/** Focuses the element, else its dialog, else the dialog's opener, else the page title. */
function returnTo({ element, dialog }: Place): void {
  if (takes(element)) return;
  if (dialog?.isConnected === true && takes(firstOf(dialog))) return;
  const origin = dialog === null ? undefined : origins.get(dialog);
  if (origin !== undefined) return returnTo(origin);
  if (!takes(document.querySelector('main h1'))) takes(document.querySelector('main'));
}

/** The element that gets the focus when a dialog opens. */
const firstOf = (dialog: Element) =>
  dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('input, button, a[href]');

function takes(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && document.activeElement === element;
}
