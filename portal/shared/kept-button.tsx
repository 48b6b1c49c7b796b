// Browsers take the focus from a disabled button, as ours are while they work. This one keeps it.
import { type ComponentProps, useState } from 'react';

/** A button that keeps the focus when it is disabled, and ignores clicks. */
export function KeptButton({ disabled, onClick, onFocus, onBlur, type, ...rest }: ComponentProps<'button'>) {
  const [hasFocus, setFocus] = useState(false);
  const isKept = disabled === true && hasFocus;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled === true && !isKept}
      aria-disabled={isKept ? true : undefined}
      onClick={isKept ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocus(false);
        onBlur?.(event);
      }}
    />
  );
}
