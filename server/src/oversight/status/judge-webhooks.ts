// Judges webhooks. A failing endpoint is its company's problem, and it was notified; a sender that does not run is
// ours.
import { type Facts, secondsSince } from './facts.ts';
import type { Problem } from './problem.ts';
import type { Webhooks } from './sql.ts';

/** Events are fanned out twice a second: an older backlog means that nobody does. */
const LATE_SECONDS = 60;

/** Slow endpoints may queue behind many others, but not for longer than this. */
const LATE_SENDS_SECONDS = 300;

const runbook = (section: string) => `docs/runbooks/webhooks.md#${section}`;

const problems: Partial<Record<Webhooks['state'], Problem & { lateSeconds: number }>> = {
  behind: {
    problem: 'Events are not handed on to webhooks',
    why: 'no worker takes them; nothing is lost, and the feed has them',
    next: `See that workers run: ${runbook('events-are-not-handed-on')}`,
    lateSeconds: LATE_SECONDS,
  },
  due: {
    problem: 'Webhooks are not being sent',
    why: 'no worker serves their endpoints, or there are more slow ones than it can serve',
    next: `See that workers run: ${runbook('webhooks-are-not-sent')}`,
    lateSeconds: LATE_SENDS_SECONDS,
  },
};

/** Webhook problems that need attention. */
export function judgeWebhooks({ webhooks, at }: Facts): Problem[] {
  return webhooks.flatMap(({ environment, state, oldest_at }) => {
    const judged = problems[state];
    if (judged === undefined || secondsSince(oldest_at, at) <= judged.lateSeconds) return [];
    return [{ problem: `${judged.problem} in ${environment}`, why: judged.why, next: judged.next }];
  });
}
