// Names are untrusted input in emails to other people.
import { invitationEmail } from '@cardwright/server/identity/people/words.ts';
import { expect, test } from 'vitest';

const invited = (by: string) =>
  invitationEmail('pat@people.example', { company: 'Team Ltd', role: 'viewer', by, link: 'LINK', days: 7 }).text;

test.each([
  ['evil.example', 'evil example'],
  ['https://evil.example', 'https evil example'],
  ['банк.рф', 'банк рф'],
  ['例子.中国', '例子 中国'],
  ['例子。中国', '例子 中国'],
  ['evil．example', 'evil example'],
  ['٣.٣', '٣ ٣'],
  ['Dr. Ida Nord', 'Dr. Ida Nord'],
])('the name %s is no link in an email', (name, shown) => {
  expect(invited(name)).toContain(`\n\n${shown} invited you`);
});
