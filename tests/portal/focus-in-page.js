// Runs inside the pages, beside them: where the focus is, and whether somebody without a mouse can see that.
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

  /** How something looks, as far as the focus may change it. Some of our fields show it beside themselves. */
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

  /** What stands for it on the screen: a field may be hidden behind its label. */
  const boxOf = (element) => {
    const own = element.getBoundingClientRect();
    if (own.width > 1 && own.height > 1) return own;
    return (element.labels?.[0] ?? element).getBoundingClientRect();
  };

  const isNear = (hit, element) =>
    hit !== null && (element.parentElement.contains(hit) || hit.closest('label')?.control === element);

  /** Whether a point of it is on the screen, and nothing else stands in front of that point. */
  const isInView = (element) => {
    const { left, top, width, height } = boxOf(element);
    return [0.5, 0.1, 0.9].some((part) => {
      const [x, y] = [left + width * part, top + height * part];
      return isNear(document.elementFromPoint(x, y), element);
    });
  };

  const within = (value, most) => Math.min(Math.max(value, 1), most - 1);

  /** Open dialogs that nothing stands in front of. */
  const dialogs = () =>
    [...document.querySelectorAll('[role=dialog]')].filter((dialog) => {
      const { left, top, width, height } = dialog.getBoundingClientRect();
      if (width === 0 || height === 0) return false;
      const [x, y] = [within(left + width / 2, innerWidth), within(top + height / 2, innerHeight)];
      return dialog.contains(document.elementFromPoint(x, y));
    });

  /** What is disabled loses the focus with the next frame, so it counts as lost at once. */
  const isSomewhere = () => {
    const { activeElement, body } = document;
    return activeElement !== null && activeElement !== body && !activeElement.matches(':disabled');
  };

  let before; // the last stop, and how it looked with the focus

  /** What is wrong with where the focus has come to. */
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
    /** The option that an open list would take. */
    option: () => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant'))?.textContent,
    isLink: () => document.activeElement?.tagName === 'A',
    /** Where the wanted elements are, seen from the focus. */
    whereAre: (wanted) => {
      const from = document.activeElement;
      if (wanted.includes(from)) return 'here';
      const isBehind = (one) => (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      return wanted.every(isBehind) ? 'behind' : 'ahead';
    },
  };
})();
