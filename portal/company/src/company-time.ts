// The company's time. The device's clock may be wrong, and a sandbox clock may be ahead.
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../shared/client.ts';
import { useScope } from './session.ts';

/** Lead of the company's time over the device's clock, in milliseconds; undefined until it is known, or not wanted. */
export function useAheadMs(wanted = true): number | undefined {
  const { api, key } = useScope();
  const read = useQuery({
    queryKey: key('time'),
    queryFn: async () => Date.parse((await answer(api.GET('/portal/v1/time'))).now) - Date.now(),
    enabled: wanted,
  });
  return read.isError ? 0 : read.data; // the device's time beats waiting forever
}
