// Mail by SMTP: plain text, to one address.
import nodemailer from 'nodemailer';

/** A mail server that is silent for this long will not take the mail. */
const TIMEOUT_MS = 10_000;

/** Attempts after lost connections and temporary rejections, and the pause between them. */
const TRIES = 3;
const TRY_AGAIN_MS = 1_000;

export type Email = { to: string; subject: string; text: string };

export type Mail = {
  /** Hands an email to the mail server, or throws. */
  send(message: Email): Promise<void>;
  /** Sends in the background, so that response times do not reveal whether an email was sent. */
  post(message: Email): void;
  /** Waits for emails in flight. */
  close(): Promise<void>;
};

/** Connects to a mail server, such as smtp://user:password@host:587. */
export function openMail(options: { url: string; from: string; onError: (error: unknown) => void }): Mail {
  const transport = nodemailer.createTransport(
    {
      url: options.url,
      pool: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from },
  );
  const underWay = new Set<Promise<void>>();
  const send: Mail['send'] = async ({ to, subject, text }) => {
    // As an object, so that the text is always a single address.
    await transport.sendMail({ to: { name: '', address: to }, subject, text });
  };
  const insist = async (message: Email, left: number): Promise<void> => {
    try {
      await send(message);
    } catch (error) {
      if (left <= 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      await insist(message, left - 1);
    }
  };
  return {
    send,
    post(message) {
      const sending = insist(message, TRIES)
        .catch(options.onError)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async close() {
      await Promise.all(underWay);
      transport.close();
    },
  };
}
