// Server texts that contain ISO timestamps.
import { Fragment } from 'react';
import { Time } from '../../../shared/time.tsx';

const moment = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00))/;

/** The same text with each timestamp in the viewer's zone. */
export function Timed({ text }: { text: string }) {
  const parts = text.split(moment); // every second part is a timestamp
  return parts.map((part, index) => (
    <Fragment key={`${index} ${part}`}>{index % 2 === 1 ? <Time at={part} as="full" /> : part}</Fragment>
  ));
}
