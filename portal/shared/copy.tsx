// Copies a text and reports the result.
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from './icons.tsx';
import { t } from './words/t.ts';

/** A copy button; `what` names the text for screen readers. */
export function Copy({ text, what, size = 'compact-sm' }: { text: string; what: string; size?: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const words = clipboard.error ? t('frame.copyFailed') : clipboard.copied ? t('frame.copied') : t('frame.copy');
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />}
      onClick={() => clipboard.copy(text)}
    >
      <span aria-live="polite">{words}</span>
      <span className="hidden-name"> {what}</span>
    </Button>
  );
}
