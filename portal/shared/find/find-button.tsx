// Opens the search: a button in the frame, and ⌘K or Ctrl+K anywhere. The search itself is loaded on first use.
import { UnstyledButton } from '@mantine/core';
import { useEffect } from 'react';
import { Icon } from '../icons.tsx';
import { t } from '../words/t.ts';
import classes from './find-button.module.css';

const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** The button. */
export function FindButton({ onOpen }: { onOpen: () => void }) {
  return (
    <UnstyledButton className={classes.button} onClick={onOpen} aria-keyshortcuts="Meta+K Control+K">
      <Icon name="search" size={16} />
      <span>{t('frame.find')}</span>
      <kbd className={classes.keys} aria-hidden="true">
        {KEYS}
      </kbd>
    </UnstyledButton>
  );
}

/** Opens the search by its keys. Not over an open dialog: leaving the page would lose what was entered there. */
export function useFindKeys(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asked = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!asked || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (document.querySelector('[role=dialog]') === null) open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
}
