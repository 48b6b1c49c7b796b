// A button that opens the chooser of files.
import { FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

type Props = {
  /** Label of the field for screen readers. */
  label: string;
  /** Accepted types. */
  accept: string;
  onChoose: (file: File) => void;
  /** The button. */
  children: (props: { onClick: () => void }) => ReactNode;
};

/** Lets a person choose a file, also the same one again: they may have fixed it meanwhile. */
export function ChooseFile({ label, accept, onChoose, children }: Props) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={accept}
      resetRef={reset}
      onChange={(file) => {
        reset.current?.(); // a browser reports no choice that is the same as the last
        if (file !== null) onChoose(file);
      }}
      inputProps={{ 'aria-label': label, tabIndex: -1 }}
    >
      {children}
    </FileButton>
  );
}
