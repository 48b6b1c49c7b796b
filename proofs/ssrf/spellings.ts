// The spellings of an IPv4 address that some parser accepts.
import type { Random } from '../harness/random.ts';

type Spelling = { kind: string; host: string };

const hex = (number: number, digits = 0) => number.toString(16).padStart(digits, '0');
const octal = (number: number) => `0${number.toString(8)}`;

/** Replaces every character by another one, at a distance in Unicode. */
const shifted = (text: string, pattern: RegExp, by: number) =>
  text.replaceAll(pattern, (letter) => String.fromCodePoint(letter.codePointAt(0)! + by));

const escaped = (text: string) => text.replaceAll(/./g, (letter) => `%${hex(letter.charCodeAt(0), 2)}`);

/** An address as the host of a URL, in every known disguise. */
export function spellingsOf(address: string, random: Random): Spelling[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const at = random.integer(0, address.length - 1);
  const hosts: Record<string, string> = {
    plain: address,
    'a trailing dot': `${address}.`,
    decimal: `${number}`,
    'decimal with a dot': `${number}.`,
    hexadecimal: `0x${hex(number)}`,
    'hexadecimal in capitals': `0X${hex(number, 8).toUpperCase()}`,
    'hexadecimal with zeros': `0x0000${hex(number, 8)}`,
    octal: octal(number),
    'octal with zeros': `000${octal(number)}`,
    'parts in hexadecimal': [a, b, c, d].map((part) => `0x${hex(part)}`).join('.'),
    'parts in octal': [a, b, c, d].map(octal).join('.'),
    'parts in octal with zeros': [a, b, c, d].map((part) => `000${octal(part)}`).join('.'),
    'parts of every kind': `0x${hex(a)}.${octal(b)}.${c}.${d}`,
    'two parts': `${a}.${(b * 256 + c) * 256 + d}`,
    'three parts': `${a}.${b}.${c * 256 + d}`,
    'two parts in hexadecimal': `0x${hex(a)}.0x${hex((b * 256 + c) * 256 + d)}`,
    'beyond 32 bits': `${number + 2 ** 32}`,
    'a part beyond 8 bits': `${a + 256}.${b}.${c}.${d}`,
    escaped: escaped(address),
    'one letter escaped': `${address.slice(0, at)}${escaped(address.slice(at, at + 1))}${address.slice(at + 1)}`,
    'escaped twice': escaped(address).replaceAll('%', '%25'),
    'dots escaped': address.replaceAll('.', '%2e'),
    'wide digits': shifted(address, /\d/g, 0xff10 - 0x30),
    'mathematical digits': shifted(address, /\d/g, 0x1d7ce - 0x30),
    'circled digits': address.replaceAll(/[1-9]/g, (digit) => String.fromCodePoint(0x245f + Number(digit))),
    'superscript digits': address.replaceAll(/[4-9]/g, (digit) => String.fromCodePoint(0x2070 + Number(digit))),
    'ideographic dots': address.replaceAll('.', '。'),
    'wide dots': address.replaceAll('.', '．'),
    'halfwidth dots': address.replaceAll('.', '｡'),
    'a soft hyphen': `${address.slice(0, 1)}\u00ad${address.slice(1)}`,
    'a zero-width space': `${address.slice(0, 1)}\u200b${address.slice(1)}`,
    'a tab': `${address.slice(0, 1)}\t${address.slice(1)}`,
  };
  return [
    ...Object.entries(hosts).map(([kind, host]) => ({ kind, host })),
    ...bareAddressesOf(address, random).map((inner) => ({ kind: 'within an IPv6 address', host: `[${inner}]` })),
  ];
}

/** IPv6 addresses that embed an IPv4 one: mapped, compatible, translated, NAT64, 6to4, Teredo and ISATAP. */
export function bareAddressesOf(address: string, random: Random): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
  const hidden = [a * 256 + b, c * 256 + d].map((part) => hex(0xffff - part)).join(':');
  const any = hex(random.integer(1, 0xffff));
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::${address}`,
    `::${high}:${low}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${address}`,
    `64:ff9b:1:${any}::${high}:${low}`,
    `2002:${high}:${low}::`,
    `2002:${high}:${low}::${any}`,
    `2001:0:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${hidden}`,
    `2606:4700:${any}::5efe:${high}:${low}`,
    `2606:4700:${any}::200:5efe:${high}:${low}`,
    `fe80::5efe:${high}:${low}`,
  ];
}
