// Who may order and add cardholders: buttons that would only be refused are not shown.
import { useCompany, useScope } from '../session.ts';

/** Whether the signed-in person may order here. A developer may in the sandbox only; the server has the last word. */
export function useMayOrder(): boolean {
  const { environment } = useScope();
  const { role, suspended, verification } = useCompany();
  if (suspended || verification !== 'approved' || role === 'viewer') return false;
  return role !== 'developer' || environment === 'sandbox';
}
