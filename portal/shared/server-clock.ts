// The server's clock, for measuring times: the device's clock may be wrong.

/** Smaller differences count as zero: the header has whole seconds, and the response takes time. */
const TOLERANCE_MS = 5_000;

/** Lead of the server's clock over the device's, in milliseconds, from a response's Date header. */
export function aheadOf(response: Response): number {
  const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now();
  return Math.abs(ahead) > TOLERANCE_MS ? ahead : 0;
}
