// The clock of the server, by which moments are measured: that of the person who looks may be wrong.

/** A clock that differs by less is taken for right: the header has seconds only, and the answer travelled. */
const TOLERANCE_MS = 5_000;

/** How far the server's clock is ahead of the one here, in milliseconds, as its answer tells. */
export function aheadOf(response: Response): number {
  const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now();
  return Math.abs(ahead) > TOLERANCE_MS ? ahead : 0;
}
