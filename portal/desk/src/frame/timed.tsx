// Words of the servers that name moments as programs write them.
import { Fragment } from 'react';
import { Time } from '../../../shared/time.tsx';

const moment = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00))/;

/** The same words with each moment in the viewer's zone. */
export function Timed({ text }: { text: string }) {
  const parts = text.split(moment); // every second one is a moment
  return parts.map((part, index) => (
    <Fragment key={`${index} ${part}`}>{index % 2 === 1 ? <Time at={part} as="full" /> : part}</Fragment>
  ));
}
