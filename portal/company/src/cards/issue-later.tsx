// The form of a new card, loaded when it is first opened: most visits only read.
import { type ComponentProps, lazy, Suspense, useState } from 'react';

const Issue = lazy(async () => ({ default: (await import('./issue.tsx')).Issue }));

/** `Issue`, loaded when it is first opened. */
export function IssueLater({ opened, ...rest }: ComponentProps<typeof Issue>) {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return <Suspense>{wasOpened && <Issue opened={opened} {...rest} />}</Suspense>;
}
