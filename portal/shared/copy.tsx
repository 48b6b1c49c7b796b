// Copying a text, with words that say what happened.
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from './icons.tsx';
import { t } from './words/t.ts';

/** A button that copies; `what` names the text for those who do not see it beside the button. */
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
