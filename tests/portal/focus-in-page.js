// Runs inside the pages: where the focus is, and whether it is visible to a keyboard user.
(() => {
  const MARKS = [
    'backgroundColor',
    'borderBlockColor',
    'borderInlineColor',
    'boxShadow',
    'color',
    'outlineWidth',
    'textDecorationLine',
  ];

  /** The styles that the focus may change. Some of our fields show it on a neighbouring element. */
  const lookOf = (element) =>
    [element, element.parentElement, element.nextElementSibling]
      .filter((one) => one !== null)
      .map((one) => {
        for (const animation of one.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
        const style = getComputedStyle(one);
        const outline = style.outlineStyle === 'none' ? 'none' : `${style.outlineStyle} ${style.outlineColor}`;
        return [outline, ...MARKS.map((mark) => style[mark])].join(' ');
      })
      .join(' | ');

  /** The visible element: a field may be hidden behind its label. */
  const boxOf = (element) => {
    const own = element.getBoundingClientRect();
    if (own.width > 1 && own.height > 1) return own;
    return (element.labels?.[0] ?? element).getBoundingClientRect();
  };

  const isNear = (hit, element) =>
    hit !== null && (element.parentElement.contains(hit) || hit.closest('label')?.control === element);

  /** Whether a point of it is on the screen and not covered. */
  const isInView = (element) => {
    const { left, top, width, height } = boxOf(element);
    return [0.5, 0.1, 0.9].some((part) => {
      const [x, y] = [left + width * part, top + height * part];
      return isNear(document.elementFromPoint(x, y), element);
    });
  };

  const within = (value, most) => Math.min(Math.max(value, 1), most - 1);

  /** Open dialogs that nothing covers. */
  const dialogs = () =>
    [...document.querySelectorAll('[role=dialog]')].filter((dialog) => {
      const { left, top, width, height } = dialog.getBoundingClientRect();
      if (width === 0 || height === 0) return false;
      const [x, y] = [within(left + width / 2, innerWidth), within(top + height / 2, innerHeight)];
      return dialog.contains(document.elementFromPoint(x, y));
    });

  /** A disabled element loses the focus in the next frame, so its focus counts as lost already. */
  const isSomewhere = () => {
    const { activeElement, body } = document;
    return activeElement !== null && activeElement !== body && !activeElement.matches(':disabled');
  };

  let before; // the last stop, and how it looked with the focus

  /** Faults of the current focus. */
  const faults = () => {
    const element = document.activeElement;
    const found = [];
    if (before?.element.isConnected && before.element !== element && lookOf(before.element) === before.look)
      found.push(`${before.element.outerHTML.slice(0, 120)} looks the same with the focus as without`);
    before = undefined;
    const open = dialogs();
    if (open.length > 0 && !open.some((dialog) => dialog.contains(element))) found.push('it is outside the open dialog');
    if (!isSomewhere()) return found;
    if (!isInView(element)) found.push('it cannot be seen');
    before = { element, look: lookOf(element) };
    return found;
  };

  globalThis.focusInPage = {
    faults: () => faults().join(', '),
    isSomewhere,
    /** The title of the dialog in front; undefined without one. */
    dialog: () => {
      const title = dialogs().at(-1)?.getAttribute('aria-labelledby');
      return dialogs().length === 0 ? undefined : (document.getElementById(title)?.textContent ?? '');
    },
    isInDialog: () => dialogs().some((dialog) => dialog.contains(document.activeElement)),
    isInMain: () => document.querySelector('main')?.contains(document.activeElement) === true,
    isMain: () => document.activeElement === document.querySelector('main'),
    /** The highlighted option of an open list. */
    option: () => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant'))?.textContent,
    isLink: () => document.activeElement?.tagName === 'A',
    /** The positions of the wanted elements relative to the focus. */
    whereAre: (wanted) => {
      const from = document.activeElement;
      if (wanted.includes(from)) return 'here';
      const isBehind = (one) => (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      return wanted.every(isBehind) ? 'behind' : 'ahead';
    },
  };
})();
