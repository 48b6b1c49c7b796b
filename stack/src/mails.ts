// A mail server that keeps every email, for development, tests and proofs.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Time limit for an expected email. */
const WAIT_MS = 60_000;
const POLL_EVERY_MS = 20;

export type CaughtMail = {
  to: string;
  from: string;
  subject: string;
  text: string;
  /** The first link in it. */
  link: string | undefined;
};

export type Mails = {
  /** Address of the server: smtp://… */
  url: string;
  /** Emails to an address, oldest first; all emails without one. */
  list(to?: string): CaughtMail[];
  /** The next email to an address with this subject; each is returned once. Throws if none arrives. */
  waitFor(to: string, subject: string | RegExp): Promise<CaughtMail>;
  stop(): Promise<void>;
};

/** Starts it on a free loopback port. */
export async function startMails(onMail: (mail: CaughtMail) => void = () => undefined): Promise<Mails> {
  const kept: CaughtMail[] = [];
  const given = new Set<CaughtMail>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const take = async () => {
        try {
          await keep(Buffer.concat(await stream.toArray()), recipients);
        } catch (error) {
          done(error as Error);
          return;
        }
        done();
      };
      void take();
    },
  });
  server.on('error', () => undefined); // a client that disconnects midway has sent nothing

  const keep = async (raw: Buffer, recipients: readonly string[]) => {
    const parsed = await PostalMime.parse(raw);
    for (const to of recipients) {
      const text = parsed.text ?? '';
      const mail = {
        to: to.toLowerCase(),
        from: parsed.from?.address ?? '',
        subject: parsed.subject ?? '',
        text,
        link: /https?:\/\/\S+/.exec(text)?.[0],
      };
      kept.push(mail);
      onMail(mail);
    }
  };
  const listener = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    listener.once('listening', resolve);
    listener.once('error', reject);
  });
  const list: Mails['list'] = (to) => kept.filter((mail) => to === undefined || mail.to === to.toLowerCase());

  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    list,
    async waitFor(to, subject) {
      const fits = (mail: CaughtMail) =>
        !given.has(mail) && (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject));
      const end = performance.now() + WAIT_MS;
      for (;;) {
        const found = list(to).find(fits);
        if (found !== undefined) {
          given.add(found);
          return found;
        }
        if (performance.now() > end) throw new Error(`no email ${String(subject)} arrived for ${to}`);
        await sleep(POLL_EVERY_MS);
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
