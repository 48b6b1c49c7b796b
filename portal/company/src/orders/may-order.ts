// Who may order and add cardholders; hides buttons that the server would refuse.
import { useCompany, useScope } from '../session.ts';

/** Whether this person may order here. Developers may in the sandbox only. The server decides. */
export function useMayOrder(): boolean {
  const { environment } = useScope();
  const { role, suspended, verification } = useCompany();
  if (suspended || verification !== 'approved' || role === 'viewer') return false;
  return role !== 'developer' || environment === 'sandbox';
}
