// A name server of a few lines: it answers what a test tells it to, over real UDP, and nobody may keep the answer.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const TYPES = { 1: 'A', 28: 'AAAA' } as const;
const NO_ERROR = 0;
const SERVER_FAILURE = 2;

/** The addresses of a name by kind of record; undefined is a failure of the server. */
export type Answer = (name: string, type: 'A' | 'AAAA') => readonly Buffer[] | undefined;

/** Starts one; `asked` counts the questions. */
export async function startNameServer(answer: Answer): Promise<{ address: string; asked(): number; stop(): void }> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, from) => {
    asked++;
    socket.send(reply(question, answer), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  return { address: `127.0.0.1:${port}`, asked: () => asked, stop: () => socket.close() };
}

function reply(question: Buffer, answer: Answer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[question.readUInt16BE(at + 1) as keyof typeof TYPES];
  const addresses = answer(labels.join('.'), type);
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (addresses === undefined ? SERVER_FAILURE : NO_ERROR), 2);
  head.writeUInt16BE(addresses?.length ?? 0, 6);
  head.writeUInt32BE(0, 8); // no authority, nothing additional
  const records = (addresses ?? []).map((address) => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0); // the name of the question
    record.writeUInt16BE(question.readUInt16BE(at + 1), 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6); // may be kept for no time at all
    record.writeUInt16BE(address.length, 10);
    return Buffer.concat([record, address]);
  });
  return Buffer.concat([head, question.subarray(12, at + 5), ...records]);
}
