// Bugs that the proof of webhook targets must catch.
import type { Plant } from '../harness/plant.ts';

const source = (file: string, find: string, replace: string) => [{ file: `platform/guard/${file}`, find, replace }];

export const ssrfBugs: Record<string, Plant> = {
  'registered-unlooked': {
    what: 'any URL can be registered',
    source: [
      {
        file: 'events/webhooks/manage.ts',
        find: 'const checked = checkUrl(wanted.url, allow);',
        replace: 'const checked = { ok: true, url: new URL(wanted.url), why: typeof checkUrl + typeof allow };',
      },
    ],
  },
  'changed-unlooked': {
    what: 'a URL is checked when an endpoint is registered, and not when it is changed',
    source: [
      {
        file: 'events/webhooks/manage.ts',
        find: 'const wanted = { ...wishes, ...check(tools, wishes) };',
        replace: 'const wanted = { ...wishes };',
      },
    ],
  },
  'refuses-everything': {
    what: 'no address is public',
    source: source('addresses.ts', 'if (isIP(address) === 0 ||', 'if (isIP(address) >= 0 ||'),
  },
  'compatible-forgotten': {
    what: 'IPv6 is public wherever no special range is known, as the library sees it',
    source: source('addresses.ts', 'parsed.match(...GLOBAL_IPV6) && ', ''),
  },
  'mapped-unwrapped': {
    what: 'an IPv4 address within an IPv6 one is public when it is public itself',
    source: source('addresses.ts', 'ipaddr.parse(address);', 'ipaddr.process(address);'),
  },
  'ranges-by-name': {
    what: 'only the best-known ranges are refused',
    source: source(
      'addresses.ts',
      "return parsed.range() === 'unicast' && !HOST",
      "return !['private', 'loopback', 'linkLocal'].includes(parsed.range()) && !HOST",
    ),
  },
  'host-services': {
    what: 'a cloud service with a public address is public',
    source: source('addresses.ts', "['168.63.129.16']", '[]'),
  },
  isatap: {
    what: 'a public prefix makes the IPv4 address behind it public',
    source: source('addresses.ts', ' && !carriesIPv4', ''),
  },
  'zones-ignored': {
    what: 'the zone of an address is ignored',
    source: source('addresses.ts', " || address.includes('%')", ''),
  },
  'first-address': {
    what: 'only the first address of a name is checked',
    source: source('send.ts', 'addresses.every(isPublic)', 'addresses.slice(0, 1).every(isPublic)'),
  },
  'some-address': {
    what: 'one public address among several is enough',
    source: source('send.ts', 'addresses.every(isPublic)', 'addresses.some(isPublic)'),
  },
  'registered-is-enough': {
    what: 'a delivery trusts the check at registration, and checks names only',
    source: [
      ...source('send.ts', "if (!checked.ok) return { kind: 'refused', why: checked.why };", ''),
      ...source('send.ts', 'checked: checkUrl(url.href, allow) }', 'checked: { ok: true, url } as CheckedUrl }'),
      ...source('send.ts', 'addresses.every(isPublic)', '(isIP(hostOf(url)) !== 0 || addresses.every(isPublic))'),
    ],
  },
  'names-not-looked-at': {
    what: 'the addresses of a name are not checked',
    source: source('send.ts', 'const isAllowed = allow.has(url) ||', 'const isAllowed = true ||'),
  },
  'resolved-again': {
    what: 'a name is checked and then resolved again to connect',
    source: source('send.ts', 'const target = { addresses,', 'const target = { addresses: await resolve(url),'),
  },
  'name-dialled': {
    what: 'the socket gets the name, and resolves it itself',
    source: [
      ...source('connect.ts', "  assert(isIP(address) !== 0, 'only addresses are dialled');\n", ''),
      ...source('connect.ts', 'await dial(address, target.port', 'await dial(target.host, target.port'),
    ],
  },
  'answers-kept': {
    what: 'the check of a name is cached, and not repeated',
    source: [
      ...source(
        'send.ts',
        'class NotPublic extends Error {}',
        'class NotPublic extends Error {}\nconst known = new Map<string, boolean>();',
      ),
      ...source(
        'send.ts',
        'const isAllowed = allow.has(url) || addresses.every(isPublic);',
        `const isAllowed = known.get(url.host) ?? (allow.has(url) || addresses.every(isPublic));
         known.set(url.host, isAllowed);`,
      ),
    ],
  },
  'trusted-for-ever': {
    what: 'a channel checks a name once, however long it lives',
    source: source('send.ts', ' && performance.now() < current.until', ''),
  },
  'one-check-for-all-hosts': {
    what: 'a channel uses its checked connections for every host',
    source: source('send.ts', 'current?.origin === url.origin && performance', 'current !== undefined && performance'),
  },
  'certificate-ignored': {
    what: 'any certificate is accepted',
    source: source('connect.ts', 'rejectUnauthorized: true', 'rejectUnauthorized: false'),
  },
  'environment-decides': {
    what: 'an environment variable can disable certificate checks',
    source: source('connect.ts', 'rejectUnauthorized: true, // an', '// an'),
  },
  'redirects-followed': {
    what: 'a redirect is followed',
    source: source(
      'send.ts',
      '    return await exchange(connections, checked.url, { request, ending, mostBytes });',
      `    const url = checked.url;
    const sent = await exchange(connections, url, { request, ending, mostBytes });
    if (sent.kind !== 'answered' || sent.status < 300 || sent.status > 308) return sent;
    const to = new URL(url.searchParams.get('to') ?? url, url);
    const target = { addresses: [hostOf(to)], host: hostOf(to), port: Number(to.port || 443), isSecure: to.protocol === 'https:' };
    const followed = openConnections(target, { origin: to.origin, connectMs: 2_000 });
    return await exchange(followed, to, { request, ending, mostBytes });`,
    ),
  },
  'open-to-all': {
    what: 'http is accepted for every host',
    source: source('url.ts', "if (url.protocol !== 'https:')", 'if (url.protocol === url.href)'),
  },
  'credentials-accepted': {
    what: 'a URL may carry credentials',
    source: [
      ...source('url.ts', "if (authority.includes('@'))", "if (authority.includes('@@'))"),
      ...source('url.ts', 'authority.toLowerCase()', "authority.replace(/^.*@/, '').toLowerCase()"),
    ],
  },
  'disguises-accepted': {
    what: 'a host may have any spelling, and is checked as written',
    source: [
      ...source('url.ts', '.includes(authority.toLowerCase())', '.includes(url.host)'),
      ...source('url.ts', 'whyNotPublic(hostOf(url))', "whyNotPublic(authority.replace(/:\\d+$/, ''))"),
      ...source('url.ts', 'labels.every((label) => LABEL.test(label))', 'labels.length > 0'),
    ],
  },
  'addresses-registered': {
    what: 'any address can be registered, because names are checked at delivery',
    source: source('url.ts', 'isPublic(host) ? undefined', 'isPublic(host) || host.length > 0 ? undefined'),
  },
  'inner-names': {
    what: 'local names are accepted',
    source: source('url.ts', 'labels.length < 2 || INNER_NAMES.test(host)', 'host.length < 1'),
  },
  'ports-ignored': {
    what: 'a host that the operator allows is allowed on every port',
    source: [
      {
        file: 'foundation/configuration/places.ts',
        find: 'port === EVERY_PORT ? port : Number(port)',
        replace: 'EVERY_PORT',
      },
    ],
  },
  'proxy-of-the-environment': {
    what: 'connections go through the proxy that the environment names',
    source: source(
      'connect.ts',
      'connect({ host: address, port, noDelay: true, signal })',
      "connect({ host: '127.0.0.1', port: Number(new URL(process.env['HTTPS_PROXY'] ?? 'x:').port), signal })",
    ),
  },
};
