// Success notifications.
import { toast } from '../../../shared/toast.tsx';

/** Shows a brief notification, which screen readers announce. */
export const tell = (message: string): void => {
  toast(message);
};
