// Ways to make a service send requests where it should not: disguised addresses, addresses within addresses, names
// that resolve to internal addresses, URLs that two parsers read differently. For any code that takes URLs.
import type { Random } from '../harness/random.ts';
import { bareAddressesOf, spellingsOf } from './spellings.ts';

/** A URL, and the answers of the name server in order; the last one repeats forever. */
export type Probe = { kind: string; url: string; answers?: readonly (readonly string[])[] };

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Public addresses. Nothing is sent there: a local receiver stands in for the Internet. */
export const publicAddresses = {
  four: '93.184.215.14',
  six: '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
  /** The addresses next to ranges that are not public. */
  borders: words(`
    9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 172.15.255.255 172.32.0.0
    192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 168.63.129.15 2001:200::1
    2001:db7:ffff::1 2001:db9::1 2003::1 3ffe:ffff::1`),
};

/** Ranges of IPv4 that are not public: the first address and the prefix length. */
const rangesOfIPv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** This machine, and the metadata services of clouds. */
const knownIPv4 = ['127.0.0.1', '0.0.0.0', '169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16'];

const knownIPv6 = words(`
  :: ::1 0:0:0:0:0:0:0:1 0000:0000:0000:0000:0000:0000:0000:0001 ::0001 fe80::1 febf::1 fc00::1 fd00:ec2::254
  fd20:ce::254 fdff::1 fec0::1 feff::1 ff02::1 ff0e::1 100::1 100:0:0:1::1 64:ff9b:1::1 2001::1 2001:2::1
  2001:10::1 2001:20::1 2001:30::1 2001:db8::1 2002::1 2620:4f:8000::1 3fff::1 5f00::1 1::1 4000::1 6000::1
  8000::1 c000::1 e000::1`);

/** A random address of every IPv4 range that is not public, and the well-known ones. */
const drawIPv4 = (random: Random): readonly string[] => [
  ...knownIPv4,
  ...rangesOfIPv4.map(([first, bits]) => {
    const fixed = first.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const number = fixed + random.integer(0, 2 ** (32 - bits) - 1);
    return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
  }),
];

/** URLs that must be refused at registration; `port` is the canary's. */
export function probesOfWords(random: Random, port: number): Probe[] {
  const addresses = drawIPv4(random);
  return [
    ...addresses.flatMap((address) =>
      spellingsOf(address, random).map(({ kind, host }) => ({ kind, url: `https://${host}:${port}/` })),
    ),
    ...addresses.flatMap((address) => tricksWith(address, port)),
    ...knownIPv6.flatMap((address) => [
      { kind: 'an IPv6 address', url: `https://[${address}]:${port}/` },
      { kind: 'an IPv6 address in capitals', url: `https://[${address.toUpperCase()}]:${port}/` },
    ]),
    ...bareAddressesOf(publicAddresses.four, random).map((address) => ({
      kind: 'a public address within another',
      url: `https://[${address}]:${port}/`,
    })),
    ...['user@', 'user:password@', ':password@', '@', '%40@'].map((credentials) => ({
      kind: 'credentials',
      url: `https://${credentials}hooks.example.com:${port}/`,
    })),
    ...['fe80::1%25lo', 'fe80::1%lo', '::1%25lo', '2606:4700::1%25eth0'].map((address) => ({
      kind: 'an address with a zone',
      url: `https://[${address}]:${port}/`,
    })),
    ...innerNames.map((name) => ({ kind: 'an inner name', url: `https://${name}:${port}/` })),
    ...otherSchemes(port).map((url) => ({ kind: 'another scheme', url })),
  ];
}

/** Credentials, slashes and escapes around an address: some parsers see the name in front, some what follows. */
function tricksWith(address: string, port: number): Probe[] {
  const urls = [
    `https://hooks.example.com@${address}:${port}/`,
    `https://hooks.example.com:443@${address}:${port}/`,
    `https://hooks.example.com%2f@${address}:${port}/`,
    `https://hooks.example.com%00@${address}:${port}/`,
    `https://hooks.example.com\\@${address}:${port}/`,
    `https://${address}:${port}\\@hooks.example.com/`,
    `https://${address}:${port}%2f@hooks.example.com/`,
    `https://@${address}:${port}/`,
    `https://:@${address}:${port}/`,
    `https://a@b@${address}:${port}/`,
    `https:${address}:${port}/`,
    `https:/${address}:${port}/`,
    `https:///${address}:${port}/`,
    `https:\\\\${address}:${port}/`,
    `https://\\${address}:${port}/`,
    ` https://${address}:${port}/`,
    `ht\ntps://${address}:${port}/`,
    `https://${address}:${port}\t/`,
    `https://${address}:0${port}/`,
    `http://${address}:${port}/`,
  ];
  return urls.map((url) => ({ kind: 'a trick of writing', url }));
}

const innerNames = words(`
  localhost LOCALHOST localhost. api.localhost api.localhost. ip6-localhost ip6-loopback metadata
  metadata.google.internal metadata.google.internal. instance-data host.docker.internal kubernetes
  kubernetes.default.svc.cluster.local db.internal printer.local nas.home.arpa intranet hooks.example.com.
  a..example.com .example.com %6c%6f%63%61%6c%68%6f%73%74 ｌｏｃａｌｈｏｓｔ`);

const otherSchemes = (port: number): readonly string[] => [
  `http://hooks.example.com:${port}/`,
  `HTTP://hooks.example.com:${port}/`,
  `http://hooks.example.com/`,
  `http://localhost:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_x`,
  `ws://127.0.0.1:${port}/`,
  `wss://127.0.0.1:${port}/`,
  'file:///etc/passwd',
  'unix:/run/docker.sock',
  'http+unix://%2frun%2fdocker.sock/',
  `data:text/plain,https://127.0.0.1:${port}/`,
  `blob:https://127.0.0.1:${port}/x`,
  `javascript:fetch('https://127.0.0.1:${port}/')`,
  `//127.0.0.1:${port}/`,
  `127.0.0.1:${port}`,
  '/relative',
  '',
];

/** URLs with harmless names that resolve to forbidden addresses. */
export function probesOfNames(random: Random, ports: readonly number[]): Probe[] {
  const { four, six } = publicAddresses;
  const drawn = drawIPv4(random);
  const within = [...drawn, four].flatMap((address) => bareAddressesOf(address, random));
  const addresses = [...drawn, ...within, ...knownIPv6];
  let count = 0;
  const probe = (kind: string, answer: readonly string[]): Probe => ({
    kind,
    url: `https://n${count++}.example.com:${random.pick(ports)}/`,
    answers: [answer],
  });
  return [
    ...addresses.flatMap((address) => [
      probe('a name that leads inside', [address]),
      probe('the last of several leads inside', [four, six, address]),
      probe('the first of several leads inside', [address, six, four]),
      probe('one in the middle leads inside', [four, address, six]),
    ]),
    ...oddAnswers.flatMap((answer) => [
      probe('an answer that is no address', [answer]),
      probe('an answer among others that is no address', [four, answer]),
    ]),
    ...wildcardNames.map((name) => ({
      kind: 'a name with an address in it',
      url: `https://${name}:${random.pick(ports)}/`,
      answers: [['127.0.0.1']],
    })),
  ];
}

/** Answers of a broken or hostile resolver. */
const oddAnswers = [
  'localhost',
  'hooks.example.com',
  '',
  ' ',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  ' 127.0.0.1',
  '127.0.0.1 ',
  '127.0.0.1\0',
  '[::1]',
  '::1%lo',
  'fe80::1%eth0',
  `${publicAddresses.six}%lo`,
  '127.0.0.1:443',
];

const wildcardNames = ['127.0.0.1.nip.io', '7f000001.nip.io', 'localtest.me', 'localhost.example.com', 'a.lvh.me'];

/** Names that resolve to a public address at first, and to an internal one a moment later. */
export function probesOfRebinding(random: Random, port: number): Probe[] {
  const { four, six } = publicAddresses;
  return [...drawIPv4(random), ...knownIPv6].map((address, index) => ({
    kind: 'a name that leads elsewhere a moment later',
    url: `https://r${index}.example.com:${port}/`,
    answers: [[random.pick([four, six])], [random.oneIn(2) ? address : '127.0.0.1']],
  }));
}

/** Public receivers that redirect; `/redirect` does what its query says. */
export function probesOfRedirects(random: Random, ports: { secure: number; plain: number }): Probe[] {
  const { secure, plain } = ports;
  const targets = [
    `https://127.0.0.1:${secure}/`,
    `http://127.0.0.1:${plain}/`,
    `//127.0.0.1:${secure}/`,
    `https://[::1]:${secure}/`,
    `http://169.254.169.254:${plain}/latest/meta-data/`,
    `https://inside.example.com:${secure}/`,
    'file:///etc/passwd',
  ];
  const ways = [
    '300',
    '301',
    '302',
    '303',
    '304',
    '305',
    '307',
    '308',
    '201',
    '401',
    '407',
    '421',
    'refresh',
    'alt-svc',
  ];
  return targets.flatMap((target) =>
    ways.map((way) => ({
      kind: 'a redirect',
      url: `https://hooks.example.com/redirect?way=${way}&to=${encodeURIComponent(target)}`,
      answers: [[random.pick([publicAddresses.four, publicAddresses.six])]],
    })),
  );
}
