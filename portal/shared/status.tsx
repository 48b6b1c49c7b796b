// Statuses as badges: an icon and a word, never colour alone.
import { Icon, type IconName } from './icons.tsx';
import classes from './status.module.css';
import { maybe } from './words/t.ts';

type Tone = 'good' | 'wait' | 'warn' | 'bad' | 'quiet';

/** Every status of our objects. Unlisted ones are shown dimmed, by name. */
const states: Readonly<Record<string, readonly [Tone, IconName]>> = {
  active: ['good', 'check'],
  approved: ['good', 'check'],
  completed: ['good', 'check'],
  delivered: ['good', 'check'],
  enabled: ['good', 'check'],
  settled: ['good', 'check'],
  charged: ['good', 'check'],
  received: ['good', 'check'],
  creating: ['wait', 'clock'],
  on_hold: ['wait', 'clock'],
  pending: ['wait', 'clock'],
  processing: ['wait', 'spinner'],
  queued: ['wait', 'clock'],
  submitted: ['wait', 'clock'],
  draft: ['quiet', 'clock'],
  expiring: ['warn', 'clock'],
  manual_review: ['warn', 'eye'],
  retrying: ['warn', 'refresh'],
  frozen: ['warn', 'pause'],
  suspended: ['warn', 'pause'],
  paused: ['warn', 'pause'],
  declined: ['bad', 'cross'],
  failed: ['bad', 'cross'],
  rejected: ['bad', 'cross'],
  refused: ['bad', 'cross'],
  incomplete: ['warn', 'warning'],
  ordered: ['good', 'check'],
  ready: ['good', 'check'],
  blocked: ['bad', 'lock'],
  canceled: ['quiet', 'cross'],
  closed: ['quiet', 'cross'],
  disabled: ['quiet', 'pause'],
  expired: ['quiet', 'clock'],
  released: ['quiet', 'undo'],
  reversed: ['quiet', 'undo'],
  revoked: ['quiet', 'cross'],
  current: ['good', 'check'],
  over: ['good', 'check'],
  works: ['good', 'check'],
  verified: ['good', 'check'],
  unverified: ['warn', 'clock'],
  fenced: ['bad', 'lock'],
  open: ['wait', 'clock'],
  scheduled: ['wait', 'clock'],
  under_way: ['wait', 'spinner'],
  undecided: ['wait', 'clock'],
  waiting: ['wait', 'clock'],
  proposed: ['warn', 'people'],
  inactive: ['quiet', 'pause'],
  overtaken: ['quiet', 'undo'],
  past: ['quiet', 'clock'],
  withdrawn: ['quiet', 'undo'],
};

/** The label of a status; falls back to its name. */
export const stateWord = (state: string): string => maybe(`statuses.${state}`) ?? state.replaceAll('_', ' ');

/** The status of an object. */
export function Status({ state }: { state: string }) {
  const [tone, icon] = states[state] ?? ['quiet', 'info'];
  return (
    <span className={`${classes.badge} ${classes[tone]}`}>
      <Icon name={icon} size={13} />
      {stateWord(state)}
    </span>
  );
}

/** The environment: live or sandbox, by word and colour. */
export function EnvironmentBadge({ environment }: { environment: 'sandbox' | 'live' }) {
  return (
    <span className={`${classes.badge} ${environment === 'live' ? classes.live : classes.sandbox}`}>
      <Icon name={environment === 'live' ? 'card' : 'sandbox'} size={13} />
      {stateWord(environment)}
    </span>
  );
}
