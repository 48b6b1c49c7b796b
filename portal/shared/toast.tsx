// Short messages at the edge of the page, after something was done.
import { CloseButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import classes from './toast.module.css';
import { t } from './words/t.ts';

type Toast = { id: number; message: string; tone: 'good' | 'bad' };

/** Long enough to read two lines twice. It stays while it is pointed at or has the focus. */
const SHOWN_MS = 6_000;

let toasts: readonly Toast[] = [];
let last = 0;
const watchers = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const close = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Shows a message for a while. */
export function toast(message: string, tone: Toast['tone'] = 'good'): void {
  set([...toasts, { id: ++last, message, tone }]);
}

/** The place of the messages. Screen readers read each as it appears. */
export function Toasts() {
  const shown = useSyncExternalStore(watch, () => toasts);
  return (
    <div className={classes.toasts} role="status">
      {shown.map((each) => (
        <Shown key={each.id} {...each} />
      ))}
    </div>
  );
}

function Shown({ id, message, tone }: Toast) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    <div
      className={classes.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{message}</p>
      <CloseButton size="sm" aria-label={t('frame.close')} onClick={() => close(id)} />
    </div>
  );
}
