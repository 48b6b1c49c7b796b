// A private network for one process: every connection that it opens, to any address, is recorded and ends
// at a listener on this machine. So an attempt to reach 10.0.0.1 is seen as well as one to reach 127.0.0.1, and nothing
// ever leaves.
import { Socket, type TcpSocketConnectOpts } from 'node:net';

export type Dial = { host: string; port: number };

export type Network = {
  /** The addresses dialled since the last call. */
  dialled(): Dial[];
};

type Connect = (this: Socket, options: TcpSocketConnectOpts, listener?: () => void) => Socket;

/** Puts this process into such a network; `route` returns the local port at which a connection ends. */
export function enterNetwork(route: (dial: Dial) => number): Network {
  const dials: Dial[] = [];
  const prototype: { connect: Connect } = Socket.prototype;
  const connectForReal: Connect = prototype.connect;
  prototype.connect = function (given, listener) {
    // Node passes itself the arguments in an array.
    const [options, whenConnected = listener] = [given].flat() as [TcpSocketConnectOpts, typeof listener];
    const dial: Dial = { host: options.host ?? 'localhost', port: options.port };
    dials.push(dial);
    return connectForReal.call(this, { ...options, host: '127.0.0.1', port: route(dial) }, whenConnected ?? undefined);
  };
  return { dialled: () => dials.splice(0) };
}
