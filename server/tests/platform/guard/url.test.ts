import { readAllowList } from '@cardwright/server/platform/guard/allow.ts';
import { checkUrl } from '@cardwright/server/platform/guard/url.ts';
import { expect, test } from 'vitest';

const allow = readAllowList('127.0.0.1:4000,localhost:4000');
const whyNot = (text: string) => {
  const checked = checkUrl(text, allow);
  return checked.ok ? undefined : checked.why;
};

test.each([
  'https://example.com',
  'https://example.com/',
  'https://EXAMPLE.com/Hooks?a=b%20c#d',
  'https://example.com:443/x',
  'https://example.com:8443/hooks',
  'https://a.b-c.example.co.uk/',
  'https://xn--bcher-kva.example/',
  'https://_x.a.io/',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]:8443/',
  'https://example.com/a@b',
  'https://example.com/?u=http://x@y',
  'http://127.0.0.1:4000/hooks',
  'http://localhost:4000/',
  'https://localhost:4000/',
])('%s is accepted', (text) => {
  const checked = checkUrl(text, allow);
  expect(checked).toMatchObject({ ok: true });
  if (checked.ok) expect(whyNot(checked.url.href)).toBeUndefined(); // a stored one stays accepted
});

test.each([
  ['http://example.com/', /must begin with https/],
  ['http://127.0.0.1:4001/', /must begin with https/],
  ['http://127.0.0.1/', /must begin with https/],
  ['ftp://example.com/', /must look like/],
  ['file:///etc/passwd', /must look like/],
  ['javascript:alert(1)', /must look like/],
  ['example.com/hooks', /must look like/],
  ['//example.com/', /must look like/],
  ['https:example.com', /must look like/],
  ['https:/example.com', /must look like/],
  ['https:///example.com', /must look like/],
  ['https://', /must look like/],
  ['https://example.com:99999/', /must look like/],
  ['https://a b.example/', /must be ASCII/],
  [' https://example.com/', /must be ASCII/],
  ['https://exa\tmple.com/', /must be ASCII/],
  ['https://example.com/\r\nHost: x', /must be ASCII/],
  ['https://bücher.example/', /must be ASCII/],
  ['https://127。0。0。1/', /must be ASCII/],
  [`https://example.com/${'x'.repeat(2_048)}`, /longer than 2048/],
  ['https://user@example.com/', /credentials/],
  ['https://user:pass@example.com/', /credentials/],
  ['https://example.com@127.0.0.1/', /credentials/],
  ['https://@example.com/', /credentials/],
  ['https://example.com\\@127.0.0.1/', /credentials/],
  ['https://example.com\\.127.0.0.1/', /usual form/],
  ['https://%65xample.com/', /usual form: example\.com/],
  ['https://0x8.8.8.8/', /usual form: 8\.8\.8\.8/],
  ['https://134744072/', /usual form/],
  ['https://8.8.8.8./', /usual form/],
  ['https://[2606:4700:4700:0::1111]/', /usual form/],
  ['https://example.com:0443/', /usual form/],
  ['https://example.com:/', /usual form/],
  ['https://example.com:0/', /port 0/],
  ['https://127.0.0.1/', /not a public address/],
  ['https://10.0.0.1:4000/', /not a public address/],
  ['https://[::1]/', /not a public address/],
  ['https://[::ffff:7f00:1]/', /not a public address/],
  ['https://example.com./', /not a name/],
  ['https://a..example.com/', /not a name/],
  ['https://-a.example.com/', /not a name/],
  [`https://${'a'.repeat(64)}.example.com/`, /not a name/],
  [`https://${'a.'.repeat(126)}example/`, /not a name/],
  ['https://intranet/', /name within/],
  ['https://localhost/', /name within/],
  ['https://api.localhost/', /name within/],
  ['https://printer.local/', /name within/],
  ['https://metadata.google.internal/', /name within/],
  ['https://nas.home.arpa/', /name within/],
])('%s is refused', (text, why) => {
  expect(whyNot(text)).toMatch(why);
});

test('whatever is accepted is sent to the host that is written', () => {
  for (const text of [
    'https://example.com/#@127.0.0.1/',
    'https://example.com?@127.0.0.1/',
    'https://example.com/\\@x',
  ]) {
    const checked = checkUrl(text, allow);
    expect(checked.ok && checked.url.hostname, text).toBe('example.com');
  }
});
