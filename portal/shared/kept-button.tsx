// The browser takes the focus from a button that is disabled, as ours are while they work; this one keeps it.
import { type ComponentProps, useState } from 'react';

/** A button that, disabled while it has the focus, does nothing and says so, but stays where it is. */
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
