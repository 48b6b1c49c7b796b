// The time of a company: not that of the device, which may be wrong, and in a sandbox whose time was moved not ours.
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../shared/client.ts';
import { useScope } from './session.ts';

/** How far the company's time is ahead of the clock here, in milliseconds; undefined until it is known. */
export function useAheadMs(): number | undefined {
  const { api, key } = useScope();
  const read = useQuery({
    queryKey: key('time'),
    queryFn: async () => Date.parse((await answer(api.GET('/portal/v1/time'))).now) - Date.now(),
  });
  return read.isError ? 0 : read.data; // a page with the time of the device says more than one that waits for ever
}
