// Emails by outcome, as a metric.
import { Counter, type Registry } from 'prom-client';
import type { Mail } from './mail.ts';

/** Counts the emails of a worker. Those that failed are sent again later, and counted again. */
export function countEmails(registry: Registry | undefined): (mail: Mail) => Mail {
  if (registry === undefined) return (mail) => mail;
  const emails = new Counter({
    name: 'cardwright_emails_total',
    help: 'Emails handed to the mail server, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['sent', 'failed']) emails.inc({ outcome }, 0); // a rate needs a series that starts at zero
  return (mail) => ({
    ...mail,
    async send(message) {
      let outcome = 'failed';
      try {
        await mail.send(message);
        outcome = 'sent';
      } finally {
        emails.inc({ outcome });
      }
    },
  });
}
