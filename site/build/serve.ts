// Serves the built site as a host would: compressed, with the page of a folder at its address.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Listens on this machine only; port 0 is any free one. */
export async function serve(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname));
    const named = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const isThere = existsSync(named) && statSync(named).isFile();
    const file = isThere ? named : join(folder, '404.html');
    const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(isThere ? 200 : 404, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    });
    const content = readFileSync(file);
    response.end(isCompressed ? gzipSync(content) : content);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
