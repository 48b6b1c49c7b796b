import { isPublic } from '@cardwright/server/platform/guard/addresses.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** First and last of each range that is not public. */
const notPublic: Record<string, readonly string[]> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255', 'fe80::', 'febf::1'],
  'protocol assignments': ['192.0.0.0', '192.0.0.192', '192.0.0.255', '2001::', '2001:1ff:ffff::'],
  documentation: [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.255',
    '2001:db8::1',
    '2001:db8:ffff::',
    '3fff::1',
    '3fff:fff::',
  ],
  'relays and AS112': ['192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1'],
  benchmark: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.0', '239.255.255.255', 'ff00::', 'ff02::1', 'ffff:ffff::'],
  reserved: ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  'services of the host': ['168.63.129.16'],
  unspecified: ['::'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '0:0:0:0:0:ffff:a00:1'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::a9fe:a9fe'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:808:808'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::a00:1'],
  '6to4': ['2002::', '2002:7f00:1::', '2002:808:808::1', '2002:ffff:ffff::'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::7f00:1'],
  ISATAP: ['2606:4700::5efe:7f00:1', '2606:4700::200:5efe:a00:1'],
  ORCHID: ['2001:10::1', '2001:20::1', '2001:30::1'],
  'unique local': ['fc00::', 'fd00:ec2::254', 'fdff:ffff::'],
  'site-local': ['fec0::', 'feff::1'],
  discard: ['100::', '100::ffff:ffff:ffff:ffff', '100:0:0:1::1'],
  'segment routing': ['5f00::1'],
  'never given out': ['1::', '1fff:ffff::', '4000::', '8000::1', 'e000::', 'fe00::'],
};

const inPublic = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.15',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2400:cb00::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
];

test.each(Object.entries(notPublic))('%s is not public', (_range, addresses) => {
  for (const address of addresses) expect(isPublic(address), address).toBe(false);
});

test.each(inPublic)('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

test('what is not plainly an address is not public', () => {
  const texts = [
    '',
    'example.com',
    '8.8.8',
    '134744072',
    '0x8.8.8.8',
    '010.8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '8.8.8.8/32',
  ];
  for (const text of [...texts, '[2606:4700::1]', '2606:4700::1%eth0', '2606:4700::1%25eth0', 'fe80::1%lo'])
    expect(isPublic(text), text).toBe(false);
});

test('no IPv4 address becomes public by being put into an IPv6 one', () => {
  const forms = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2606:4700::5efe:', 'fe80::5efe:'];
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...forms), (address, form) => {
      expect(isPublic(`${form}${address}`)).toBe(false);
    }),
  );
});
